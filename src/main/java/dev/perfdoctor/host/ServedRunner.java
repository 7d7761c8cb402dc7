package dev.perfdoctor.host;

import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.FileDescriptor;
import java.io.FileInputStream;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * Programs run by {@code perfdoctor-run}, one small native process for all of them: a JVM cannot give a child a session of its own, cannot see
 * grandchildren whose parent has ended, hands what is no program to {@code /bin/sh}, and needs 11 ms for its first child. When this JVM ends, in
 * whatever way, the end of the pipe ends all of them.
 */
final class ServedRunner implements Runner {
    private static final Duration LONGEST_END = Duration.ofMillis(500);

    private final OutputStream requests;
    private final InputStream answers;
    private final Thread reader;
    private final Map<String, Pending> waiting = new ConcurrentHashMap<>();
    private final AtomicInteger count = new AtomicInteger();
    private volatile boolean over;

    private ServedRunner(InputStream answers, OutputStream requests) {
        this.answers = answers;
        this.requests = requests;
        this.reader = Thread.ofPlatform().daemon().name("perfdoctor-run").unstarted(this::readAnswers);
    }

    private ServedRunner started() {
        reader.start();
        return this;
    }

    /**
     * The one that the launcher has started already, with the first commands, at the other end of standard input: a socket, which is written too.
     */
    static Runner atStandardInput() {
        return new ServedRunner(new FileInputStream(FileDescriptor.in), new FileOutputStream(FileDescriptor.in)).started();
    }

    /** A new one; empty when the program does not start. */
    static Optional<Runner> of(Path program, Map<String, String> environment) {
        ProcessBuilder builder = new ProcessBuilder(program.toString(), "serve").redirectError(ProcessBuilder.Redirect.DISCARD);
        builder.environment().clear();
        builder.environment().putAll(environment);
        try {
            Process process = builder.start();
            return Optional.of(new ServedRunner(process.getInputStream(), process.getOutputStream()).started());
        } catch (IOException e) {
            return Optional.empty();
        }
    }

    @Override
    public Pending start(List<String> command, Duration deadline, int limit) {
        String id = Integer.toString(count.incrementAndGet());
        Pending outcome = new Pending();
        waiting.put(id, outcome);
        try {
            send(id, command, deadline, limit);
        } catch (IOException e) {
            over = true;
        }
        if (over) {
            outcome.give(Outcome.without(Ending.LOST, 0));
        }
        return outcome;
    }

    @Override
    public Optional<Pending> read(List<String> request, Duration deadline, int limit) {
        return Optional.of(start(request, deadline, limit));
    }

    private void send(String id, List<String> command, Duration deadline, int limit) throws IOException {
        ByteArrayOutputStream words = new ByteArrayOutputStream();
        word(words, id);
        word(words, Long.toString(deadline.toMillis()));
        word(words, Integer.toString(limit));
        for (String word : command) {
            word(words, word);
        }
        byte[] message = ByteBuffer.allocate(Integer.BYTES + words.size()).putInt(words.size()).put(words.toByteArray()).array();
        synchronized (requests) {
            requests.write(message); // at once, for each write wakes the server
            requests.flush();
        }
    }

    private static void word(ByteArrayOutputStream words, String word) {
        byte[] bytes = word.getBytes(StandardCharsets.UTF_8);
        words.write(bytes, 0, bytes.length);
        words.write(0);
    }

    private void readAnswers() {
        try {
            while (true) {
                answer(whole(ByteBuffer.wrap(whole(Integer.BYTES)).getInt()));
            }
        } catch (IOException e) {
            over = true;
            waiting.values().forEach(outcome -> outcome.give(Outcome.without(Ending.LOST, 0)));
        }
    }

    private byte[] whole(int length) throws IOException {
        byte[] message = answers.readNBytes(length);
        if (message.length < length) {
            throw new EOFException();
        }
        return message;
    }

    private void answer(byte[] message) {
        String[] words = new String[4];
        int at = 0;
        for (int i = 0; i < words.length; i++) {
            int from = at;
            while (message[at] != 0) {
                at++;
            }
            words[i] = new String(message, from, at - from, StandardCharsets.UTF_8);
            at++;
        }
        int errors = at + Integer.parseInt(words[3]);
        Ending ending = switch (words[1]) {
            case "exit" -> Ending.EXIT;
            case "signal" -> Ending.SIGNAL;
            case "errno" -> Ending.ERRNO;
            default -> Ending.TIMEOUT;
        };
        Pending outcome = waiting.remove(words[0]);
        if (outcome != null) {
            outcome.give(new Outcome(
                    ending, Integer.parseInt(words[2]), Arrays.copyOfRange(message, at, errors), Arrays.copyOfRange(message, errors, message.length)));
        }
    }

    @Override
    public void close() {
        try {
            synchronized (requests) {
                requests.write(new byte[Integer.BYTES]); // the goodbye: closing would not end a socket that is standard input
                requests.close();
            }
            reader.join(LONGEST_END);
        } catch (IOException e) {
            over = true;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
