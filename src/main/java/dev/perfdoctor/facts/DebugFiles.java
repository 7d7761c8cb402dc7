package dev.perfdoctor.facts;

import dev.perfdoctor.api.Facts;
import dev.perfdoctor.api.Reading;
import dev.perfdoctor.api.Reading.Present;
import dev.perfdoctor.api.Reading.Unread;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Where a stripped file's symbols may lie, as perf and gdb look for them (tools/perf/util/dso.c; gdb manual, Separate Debug Files). */
public final class DebugFiles {
    private static final String ROOT = "/usr/lib/debug";

    private DebugFiles() {}

    /** The debug file of this build; absent when none of the places holds one, unread when one of them could not be looked at. */
    public static Reading<String> of(Facts facts, Elf elf) {
        Optional<Unread<String>> obstacle = Optional.empty();
        for (String place : places(facts, elf)) {
            Reading<Elf> debug = Elf.of(facts, place);
            if (debug instanceof Present<Elf> found && sameBuild(elf, found.value())) {
                return found.with(place);
            }
            if (debug instanceof Unread<Elf> unread && unread.why() != Reading.Why.FAILED) {
                obstacle = Optional.of(unread.cast());
            }
        }
        return obstacle.<Reading<String>>map(u -> u).orElse(new Reading.Absent<>(ROOT));
    }

    private static boolean sameBuild(Elf elf, Elf debug) {
        return elf.buildId().isEmpty() || debug.buildId().isEmpty() || elf.buildId().equals(debug.buildId());
    }

    private static List<String> places(Facts facts, Elf elf) {
        List<String> places = new ArrayList<>();
        elf.buildId()
                .filter(id -> id.length() > 2)
                .ifPresent(id -> places.add(ROOT + "/.build-id/" + id.substring(0, 2) + "/" + id.substring(2) + ".debug"));
        String file = facts.host().realPath(elf.file()).orElse(elf.file());
        elf.debuglink().filter(name -> !name.contains("/")).ifPresent(name -> {
            String directory = HostPath.parent(file);
            places.add(directory + "/" + name);
            places.add(directory + "/.debug/" + name);
            places.add(ROOT + directory + "/" + name);
        });
        places.add(ROOT + file + ".debug");
        return places;
    }
}
