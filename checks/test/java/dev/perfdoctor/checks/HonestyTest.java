package dev.perfdoctor.checks;

import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.perfdoctor.api.Activity;
import dev.perfdoctor.api.ElfWords;
import dev.perfdoctor.api.ForwardingHost;
import dev.perfdoctor.api.Host;
import dev.perfdoctor.api.Ran;
import dev.perfdoctor.api.Reading;
import dev.perfdoctor.api.Reading.Present;
import dev.perfdoctor.api.Reading.Unread;
import dev.perfdoctor.api.Reading.Why;
import dev.perfdoctor.api.Request;
import dev.perfdoctor.engine.Engine;
import dev.perfdoctor.engine.Report;
import dev.perfdoctor.engine.Report.ActivityReport;
import dev.perfdoctor.engine.State;
import dev.perfdoctor.host.MachineFileHost;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentSkipListSet;
import org.junit.jupiter.api.Test;

/**
 * "Could not check" is never "ok". Of every machine in the cases each answer is taken away in turn: denied, garbled, cut off or never given. What was
 * in the way of an activity may then be unknown; it may not be gone. {@code -Dperfdoctor.honesty=all} takes away every answer in every way, else
 * each answer in one way.
 */
final class HonestyTest {
    private static final Engine ENGINE = Engine.withInstalledChecks();
    private static final List<String> PROBE_ALONE =
            List.of("limits/mlock", "pmu/dead", "pmu/no-interrupts", "pmu/counter-taken", "call-graph/kernel-callchains-refused", "[pmu]");
    private static final boolean ALL = System.getProperty("perfdoctor.honesty", "").equals("all");

    /**
     * What may be lost without a word. A cut file is not told from a shorter one, and a program or a
     * text of somebody's own with other content is another. The probe answers more than can be inferred, and where inference
     * answers instead of it, that counts; so what the probe alone sees is gone with it. A kernel without security modules has no profile to show.
     */
    private static boolean mayBeLost(String answer, Loss loss, String because) {
        boolean probeAlone = answer.equals("perfdoctor-probe") && PROBE_ALONE.stream().anyMatch(because::contains);
        boolean cutFile = loss == Loss.CUT && (answer.startsWith("/") || answer.equals("perf version --build-options"));
        boolean another = loss == Loss.GARBLED && (answer.endsWith("/perf") || answer.endsWith(".toml"));
        return probeAlone || cutFile || another || answer.equals("/proc/self/attr/current");
    }

    /** How an answer is taken away. */
    private enum Loss {
        DENIED,
        GARBLED,
        CUT,
        TIMEOUT
    }

    /** A machine one of whose answers is lost; with none, it notes which were given. */
    private static final class Losing extends ForwardingHost {
        private final Set<String> given = new ConcurrentSkipListSet<>();
        private final String lost;
        private final Loss loss;

        Losing(Host machine, String lost, Loss loss) {
            super(machine);
            this.lost = lost;
            this.loss = loss;
        }

        private boolean isLost(String question, Reading<?> answer) {
            if (answer.isPresent()) {
                given.add(question);
            }
            return question.equals(lost) && answer.isPresent();
        }

        private <T> Unread<T> unread(String source) {
            return loss == Loss.DENIED ? new Unread<>(source, Why.DENIED, "") : Reading.failed(source, "timeout");
        }

        private boolean isDamaged() {
            return loss == Loss.GARBLED || loss == Loss.CUT;
        }

        private String damaged(String text) {
            return loss == Loss.CUT ? text.substring(0, text.length() / 2) : "\u0001\u0002?\n";
        }

        @Override
        public Reading<String> read(String file, int limit) {
            Reading<String> answer = super.read(file, limit);
            return !isLost(file, answer) ? answer : isDamaged() ? answer.map(this::damaged) : unread(file);
        }

        @Override
        public Reading<String> readLater(String file) {
            Reading<String> answer = super.readLater(file);
            return !isLost(file, answer) ? answer : isDamaged() ? answer.map(this::damaged) : unread(file);
        }

        @Override
        public Reading<byte[]> bytes(String file, long offset, int length) {
            Reading<byte[]> answer = super.bytes(file, offset, length);
            return !isLost(file, answer)
                    ? answer
                    : loss == Loss.GARBLED
                            ? answer.map(b -> new byte[b.length])
                            : loss == Loss.CUT ? answer.map(b -> Arrays.copyOf(b, b.length / 2)) : unread(file);
        }

        @Override
        public Reading<ElfWords> elf(String file) {
            Reading<ElfWords> answer = super.elf(file);
            return isLost(file, answer) ? unread(file) : answer;
        }

        @Override
        public Reading<List<String>> list(String directory) {
            Reading<List<String>> answer = super.list(directory);
            return isLost(directory, answer) && !isDamaged() ? unread(directory) : answer;
        }

        @Override
        public Reading<List<String>> listKnown(String directory) {
            Reading<List<String>> answer = super.listKnown(directory);
            return isLost(directory, answer) && !isDamaged() ? unread(directory) : answer;
        }

        @Override
        public Reading<Ran> run(List<String> command) {
            String line = String.join(" ", command);
            Reading<Ran> answer = super.run(command);
            return !isLost(line, answer)
                    ? answer
                    : isDamaged() ? answer.map(ran -> new Ran(ran.exit(), damaged(ran.out()), damaged(ran.err()))) : unread(line);
        }
    }

    @Test
    void whatStandsInTheWayIsNotGoneWhenAnAnswerIs() throws IOException {
        Set<String> wrong = new TreeSet<>();
        int tried = 0;
        for (Path file : CasesTest.cases().toList()) {
            Host machine;
            try {
                machine = MachineFileHost.open(file);
            } catch (RuntimeException wrongOnPurpose) {
                continue;
            }
            Losing whole = new Losing(machine, "", Loss.DENIED);
            Report before = told(whole);
            for (String answer : whole.given) {
                for (Loss loss : Loss.values()) {
                    if (!ALL && Loss.values()[Math.floorMod((file + answer).hashCode(), Loss.values().length)] != loss) {
                        continue;
                    }
                    tried++;
                    Report after = told(new Losing(machine, answer, loss));
                    gone(before, after).stream().filter(what -> !mayBeLost(answer, loss, what)).forEach(what -> wrong.add(answer + " " + loss + ": " + what + "   of " + file));
                }
            }
        }
        assertTrue(tried > 1000, "only " + tried + " answers were taken away");
        assertTrue(wrong.isEmpty(), wrong.size() + " of " + tried + ":\n  " + String.join("\n  ", wrong));
    }

    private static Report told(Host machine) {
        return ENGINE.run(machine, new Request(Set.copyOf(EnumSet.allOf(Activity.class)), List.of(), OptionalInt.empty(), true), Engine.Options.usual());
    }

    private static List<String> gone(Report before, Report after) {
        List<String> gone = new ArrayList<>();
        for (int i = 0; i < before.activities().size(); i++) {
            ActivityReport was = before.activities().get(i);
            ActivityReport is = after.activities().get(i);
            boolean inTheWay = was.state() == State.BLOCKED || was.state() == State.UNKNOWN;
            if (inTheWay && (is.state() == State.READY || is.state() == State.LIMITED)) {
                gone.add(was.activity().id() + " was " + was.state() + " " + was.because() + " and is " + is.state());
            }
        }
        return gone;
    }
}
