package dev.perfdoctor.facts;

import dev.perfdoctor.facts.SectionData.Cursor;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/**
 * The first units of a file's debug information (DWARF 2 to 5, section 7.5): their version, who produced them, and whether they are skeletons
 * of units that lie elsewhere.
 *
 * @param version the highest; empty where none could be read
 * @param producers in the order of the units, each once
 * @param split empty where no unit could be read as far as that
 */
record DebugUnits(OptionalInt version, List<String> producers, Optional<Boolean> split) {
    private static final int MOST_UNITS = 40;
    private static final int MOST_PRODUCERS = 8;
    private static final int LONGEST_PRODUCER = 1_000;
    private static final int MOST_ATTRIBUTES = 200;
    private static final int MOST_ABBREVIATIONS = 500;

    private static final int PRODUCER = 0x25;
    private static final int DWO_NAME = 0x76;
    private static final int GNU_DWO_NAME = 0x2130;
    private static final int IMPLICIT_CONST = 0x21;
    private static final int COMPILE = 1;
    private static final int SKELETON = 4;
    private static final int SPLIT_COMPILE = 5;
    private static final int TYPE = 2;
    private static final int SPLIT_TYPE = 6;

    /** The units of a file; nothing where it has no debug information or none that makes sense. */
    static DebugUnits of(ElfImage image) {
        Optional<SectionData> info = SectionData.of(image, ".debug_info", ".debug_info.dwo");
        if (info.isEmpty()) {
            return new DebugUnits(OptionalInt.empty(), List.of(), Optional.empty());
        }
        Walk walk = new Walk(image, info.get());
        try {
            walk.units();
        } catch (FileBytes.Refused _) { // what was read before stands
        }
        return new DebugUnits(
                walk.version == 0 ? OptionalInt.empty() : OptionalInt.of(walk.version),
                walk.producers.stream().limit(MOST_PRODUCERS).toList(),
                walk.told && image.section(".debug_info").or(() -> image.section(".zdebug_info")).isPresent()
                        ? Optional.of(walk.split)
                        : Optional.empty()); // a .dwo file is the part that is elsewhere
    }

    /** A walk over unit headers, and into the first entry of each. */
    private static final class Walk {
        private final ElfImage image;
        private final SectionData info;
        private final Map<String, Optional<SectionData>> sections = new HashMap<>();
        private final Set<String> producers = new LinkedHashSet<>();
        private int version;
        private boolean split;
        private boolean told;

        Walk(ElfImage image, SectionData info) {
            this.image = image;
            this.info = info;
        }

        private Optional<SectionData> section(String name) {
            return sections.computeIfAbsent(name, n -> SectionData.of(image, n, n + ".dwo"));
        }

        void units() {
            long at = 0;
            for (int i = 0; i < MOST_UNITS && at < info.size(); i++) {
                at = unit(at);
            }
        }

        /** Reads one unit and answers where the next begins. */
        private long unit(long start) {
            Cursor in = new Cursor(info, start);
            long length = in.u32();
            boolean wide = length == 0xffff_ffffL;
            if (wide) {
                length = in.u64();
            }
            if (length < 0) {
                throw image.file().garbled("a unit longer than any file");
            }
            long next = in.at() + length;
            int unitVersion = in.u16();
            if (unitVersion < 2 || unitVersion > 5) {
                throw image.file().garbled("a unit of no known version");
            }
            version = Math.max(version, unitVersion);
            try {
                entry(in, unitVersion, wide);
            } catch (FileBytes.Refused _) { // an entry that makes no sense; the next unit may
            }
            return next;
        }

        private void entry(Cursor in, int unitVersion, boolean wide) {
            int kind = unitVersion >= 5 ? in.u8() : COMPILE;
            int addressSize = unitVersion >= 5 ? in.u8() : 0;
            long table = in.offset(wide);
            addressSize = unitVersion >= 5 ? addressSize : in.u8();
            if (kind == TYPE || kind == SPLIT_TYPE) {
                return;
            }
            if (kind == SKELETON || kind == SPLIT_COMPILE) {
                in.skip(8); // the id of the split unit
            }
            split |= kind == SKELETON;
            told = true;
            Entry entry = new Entry(in, unitVersion, addressSize, wide);
            section(".debug_abbrev").ifPresent(abbreviations -> entry.read(new Cursor(abbreviations, table)));
        }

        /** The first entry of a unit: its attributes as its abbreviation declares them. */
        private final class Entry {
            private final Cursor in;
            private final int unitVersion;
            private final int addressSize;
            private final boolean wide;
            private boolean readable = true;

            Entry(Cursor in, int unitVersion, int addressSize, boolean wide) {
                this.in = in;
                this.unitVersion = unitVersion;
                this.addressSize = addressSize;
                this.wide = wide;
            }

            void read(Cursor table) {
                find(table, in.uleb());
                for (int i = 0; i < MOST_ATTRIBUTES; i++) {
                    long name = table.uleb();
                    int form = (int) table.uleb();
                    if (form == 0) {
                        return;
                    }
                    if (form == IMPLICIT_CONST) {
                        table.uleb();
                    }
                    attribute(name, form);
                }
            }

            /** Moves behind the declaration's head. */
            private void find(Cursor table, long wanted) {
                for (int i = 0; i < MOST_ABBREVIATIONS; i++) {
                    long code = table.uleb();
                    if (code == 0) {
                        break;
                    }
                    table.uleb(); // tag
                    table.skip(1); // whether it has children
                    if (code == wanted) {
                        return;
                    }
                    long form;
                    do {
                        table.uleb();
                        form = table.uleb();
                        if (form == IMPLICIT_CONST) {
                            table.uleb();
                        }
                    } while (form != 0);
                }
                throw image.file().garbled("an entry without a declaration");
            }

            private void attribute(long name, int form) {
                split |= name == DWO_NAME || name == GNU_DWO_NAME;
                if (!readable) {
                    return; // the declarations go on, the values cannot be followed
                }
                if (name == PRODUCER) {
                    text(form).filter(t -> !t.isEmpty()).ifPresent(producers::add);
                }
                readable = name != PRODUCER && skip(form);
            }

            /** Text behind a form; addresses of text in a relocatable file are not yet filled in. */
            private Optional<String> text(int form) {
                return switch (form) {
                    case 0x08 -> Optional.of(in.text(LONGEST_PRODUCER));
                    case 0x0e -> text(".debug_str", in.offset(wide));
                    case 0x1f -> text(".debug_line_str", in.offset(wide));
                    case 0x1a, 0x1f02 -> indexed(in.uleb());
                    case 0x25 -> indexed(in.u8());
                    case 0x26 -> indexed(in.u16());
                    default -> Optional.empty();
                };
            }

            private Optional<String> text(String section, long at) {
                boolean unfilled = image.type() == ElfImage.RELOCATABLE;
                return unfilled ? Optional.empty() : section(section).map(s -> s.text(at, LONGEST_PRODUCER));
            }

            /** The base is an attribute that comes later; the usual one is behind the only header. */
            private Optional<String> indexed(long index) {
                long base = unitVersion >= 5 ? (wide ? 16 : 8) : 0;
                return section(".debug_str_offsets")
                        .map(s -> new Cursor(s, base + index * (wide ? 8 : 4)).offset(wide))
                        .flatMap(at -> text(".debug_str", at));
            }

            /** Moves behind a value; false where its length is not known here. */
            private boolean skip(int form) {
                switch (form) {
                    case 0x19, IMPLICIT_CONST -> { }
                    case 0x0b, 0x0c, 0x11, 0x25, 0x29 -> in.skip(1);
                    case 0x05, 0x12, 0x26, 0x2a -> in.skip(2);
                    case 0x06, 0x13, 0x28, 0x2c -> in.skip(4);
                    case 0x07, 0x14, 0x20 -> in.skip(8);
                    case 0x1e -> in.skip(16);
                    case 0x01 -> in.skip(addressSize);
                    case 0x0d, 0x0f, 0x15, 0x1a, 0x1b, 0x22, 0x23, 0x1f01, 0x1f02 -> in.uleb();
                    case 0x0e, 0x17, 0x1d, 0x1f, 0x1f20, 0x1f21 -> in.offset(wide);
                    case 0x08 -> in.text(LONGEST_PRODUCER);
                    default -> {
                        return false;
                    }
                }
                return true;
            }
        }
    }
}
