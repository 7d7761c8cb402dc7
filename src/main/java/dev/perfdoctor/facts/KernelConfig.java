package dev.perfdoctor.facts;

import dev.perfdoctor.api.Evidence;
import dev.perfdoctor.api.Facts;
import dev.perfdoctor.api.Host;
import dev.perfdoctor.api.Reading;
import dev.perfdoctor.api.Reading.Absent;
import dev.perfdoctor.api.Reading.Present;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Optional;
import java.util.zip.GZIPInputStream;

/**
 * The options the running kernel was built with: {@code /boot/config-RELEASE}, the copy beside its modules, or {@code /proc/config.gz}.
 *
 * @param text the first of those that could be read; absent where none exists
 */
public record KernelConfig(Reading<String> text) {
    private static final int MOST = 4 << 20;

    /** That of the running kernel. Not cheap: several hundred KiB. */
    public static KernelConfig of(Facts facts) {
        return facts.once(KernelConfig.class, KernelConfig::read);
    }

    private static KernelConfig read(Facts facts) {
        Host host = facts.host();
        String release = host.identity().release();
        Reading<String> first = new Absent<>("/boot/config-" + release);
        for (String file : List.of("/boot/config-" + release, "/lib/modules/" + release + "/config")) {
            Reading<String> text = host.read(file);
            if (text.isPresent()) {
                return new KernelConfig(text);
            }
            first = first.isAbsent() ? text : first;
        }
        Reading<String> packed = host.bytes("/proc/config.gz", 0, MOST).map(KernelConfig::unpacked);
        return new KernelConfig(packed.isAbsent() ? first : packed);
    }

    private static String unpacked(byte[] packed) {
        try (GZIPInputStream in = new GZIPInputStream(new ByteArrayInputStream(packed))) {
            return new String(in.readNBytes(MOST), StandardCharsets.UTF_8);
        } catch (IOException garbled) {
            throw new IllegalArgumentException("not gzip", new UncheckedIOException(garbled));
        }
    }

    /**
     * An option's value, such as {@code y}; absent where the file says it is not set or does not know it.
     *
     * <pre>
     * CONFIG_HARDLOCKUP_DETECTOR_PREFER_BUDDY=y
     * # CONFIG_HARDLOCKUP_DETECTOR_PERF is not set
     * </pre>
     */
    public Reading<String> option(String name) {
        if (!(text instanceof Present<String> p)) {
            return text;
        }
        String line = name + "=";
        return lineStarting(p.value(), line)
                .<Reading<String>>map(l -> new Present<>(l.substring(line.length()).strip(), new Evidence(p.evidence().source(), l)))
                .orElseGet(() -> new Absent<>(p.evidence().source()));
    }

    private static Optional<String> lineStarting(String text, String start) {
        int at = text.startsWith(start) ? 0 : text.indexOf("\n" + start) + 1;
        if (at == 0 && !text.startsWith(start)) {
            return Optional.empty();
        }
        int end = text.indexOf('\n', at);
        return Optional.of(end < 0 ? text.substring(at) : text.substring(at, end));
    }

    /** Whether the hard-lockup detector watches with a neighbouring CPU instead of a counter (lib/Kconfig.debug, since 6.5). */
    public Reading<Boolean> buddyDetector(KernelRelease running) {
        if (running.isKnown() && !running.atLeast(6, 5)) {
            return new Present<>(false, running.evidence());
        }
        return switch (option("CONFIG_HARDLOCKUP_DETECTOR_PREFER_BUDDY")) {
            case Present<String> p -> p.with(p.value().equals("y"));
            case Absent<String> _ when text.isPresent() -> option("CONFIG_HARDLOCKUP_DETECTOR_BUDDY") instanceof Present<String> p
                    ? p.with(p.value().equals("y"))
                    : new Present<>(false, new Evidence(text.source(), "CONFIG_HARDLOCKUP_DETECTOR_BUDDY is not set"));
            case Absent<String> a -> Reading.failed(a.source(), "the kernel's configuration is not to be found");
            case Reading.Unread<String> u -> u.cast();
        };
    }
}
