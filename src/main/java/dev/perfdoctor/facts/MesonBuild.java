package dev.perfdoctor.facts;

import dev.perfdoctor.api.Evidence;
import dev.perfdoctor.api.Facts;
import dev.perfdoctor.api.Reading;
import dev.perfdoctor.api.Reading.Present;
import java.util.Optional;

/**
 * A build directory of Meson, as {@code meson-info/intro-buildoptions.json} describes it (Meson, "IDE integration"). Its default, buildtype
 * debug, does not optimise.
 *
 * @param directory the build directory
 * @param type the buildtype, such as {@code debugoptimized}
 * @param optimization {@code 0}, {@code g}, {@code 1}, {@code 2}, {@code 3}, {@code s}, {@code plain}
 */
public record MesonBuild(String directory, String type, String optimization) {
    private static final int MOST_LEVELS = 8;
    private static final String FILE = "/meson-info/intro-buildoptions.json";

    /** The build directory a file lies in; empty where there is none above it. */
    public static Optional<MesonBuild> of(Facts facts, String file) {
        for (String up : HostPath.upwards(HostPath.parent(file)).stream().limit(MOST_LEVELS).toList()) {
            Reading<MesonBuild> read = facts.host().read(HostPath.resolve(up, "." + FILE)).map(text -> parse(up, text));
            if (read instanceof Present<MesonBuild> build) {
                return Optional.of(build.value());
            }
        }
        return Optional.empty();
    }

    /** <pre>[{"name": "buildtype", "value": "debug", "section": "core", …}, {"name": "optimization", "value": "0", …}]</pre> */
    static MesonBuild parse(String directory, String text) {
        return new MesonBuild(directory, value(text, "buildtype"), value(text, "optimization"));
    }

    private static String value(String text, String option) {
        int name = text.indexOf("\"name\": \"" + option + "\"");
        int end = name < 0 ? -1 : text.indexOf('}', name);
        int value = name < 0 ? -1 : text.indexOf("\"value\": \"", name);
        if (end < 0 || value < 0 || value > end) {
            throw new IllegalArgumentException("names no " + option);
        }
        int from = value + "\"value\": \"".length();
        return text.substring(from, text.indexOf('"', from));
    }

    /** What it says, as evidence. */
    public Evidence evidence() {
        return new Evidence(directory + FILE, "buildtype " + type + ", optimization " + optimization);
    }
}
