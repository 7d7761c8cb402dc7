package dev.perfdoctor.report;

import dev.perfdoctor.facts.CoreMap;
import dev.perfdoctor.facts.CoreMap.Kind;
import dev.perfdoctor.facts.CpuList;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/**
 * The cores as a few lines: a row or more for each kind, a group of blocks for each core, a block for each thread.
 *
 * <pre>
 * P   0-11  ██ ██ ██ ██ ██ ██  cpu_core
 * E  12-19  █ █ █ █ █ █ █ █    cpu_atom
 * </pre>
 *
 * Words stand where blocks cannot: many CPUs are a number, switched off ones are {@code offline}. Nothing is drawn of cores that are not known.
 */
final class CorePicture {
    /** Eight cores of two threads. */
    private static final int BLOCKS = 23;

    private static final int LONGEST_LIST = 24;
    private static final String FREE = "█";
    private static final String BARRED = "░";

    private record Row(String name, String list, String blocks, String pmu) {}

    private final Lines lines;
    private final List<Row> rows = new ArrayList<>();
    private int names;
    private int lists;

    private CorePicture(CoreMap map, Lines lines) {
        this.lines = lines;
        if (map.kinds().size() < 2 && map.kinds().stream().allMatch(CorePicture::isPlain)) {
            return;
        }
        map.kinds().forEach(this::kind);
        if (!map.offline().isEmpty()) {
            row("", list(map.offline()), "offline", "");
        }
        if (map.kinds().stream().anyMatch(k -> !k.cores().isEmpty() && !k.allowed().equals(k.cpus()))) {
            row("", "", BARRED + " not allowed here", "");
        }
        names = rows.stream().mapToInt(r -> Columns.of(r.name())).max().orElse(0);
        lists = rows.stream().mapToInt(r -> Columns.of(r.list())).max().orElse(0);
    }

    static CorePicture of(CoreMap map, Lines lines) {
        return new CorePicture(map, lines);
    }

    /** A few CPUs whose threads are not known. */
    private static boolean isPlain(Kind kind) {
        return kind.cores().isEmpty() && kind.cpus().cardinality() <= CoreMap.DRAWN;
    }

    /** How far the blocks are from the left edge. */
    int margin() {
        return (names == 0 ? 0 : names + 2) + lists + 2;
    }

    /** The lines, safe to show, none ending in blanks; empty where there is nothing to draw. */
    List<String> drawn() {
        int blocks = rows.stream().filter(r -> !r.pmu().isEmpty()).mapToInt(r -> Columns.of(r.blocks())).max().orElse(0);
        return rows.stream().map(row -> drawn(row, blocks)).toList();
    }

    private String drawn(Row row, int blocks) {
        String name = names == 0 ? "" : row.name() + blanks(names + 2 - Columns.of(row.name()));
        String list = blanks(lists - Columns.of(row.list())) + row.list();
        String drawn = row.blocks().isEmpty() && row.pmu().isEmpty() ? "" : "  " + row.blocks();
        String pmu = row.pmu().isEmpty() ? "" : blanks(blocks + 2 - Columns.of(row.blocks())) + row.pmu();
        return name + list + drawn + pmu;
    }

    private static String blanks(int number) {
        return " ".repeat(Math.max(0, number));
    }

    private void kind(Kind kind) {
        List<String> blocks = kind.cores().isEmpty() ? List.of(number(kind)) : blocks(kind);
        row(kind.name(), list(kind.cpus()), blocks.getFirst(), kind.pmu());
        blocks.stream().skip(1).forEach(more -> row("", "", more, ""));
    }

    private void row(String name, String list, String blocks, String pmu) {
        rows.add(new Row(lines.safe(name), lines.safe(list), lines.safe(blocks), lines.safe(pmu)));
    }

    private static String number(Kind kind) {
        int allowed = kind.allowed().cardinality();
        String number = Sentences.count(kind.cpus().cardinality(), "CPU");
        return allowed == kind.cpus().cardinality() ? number : number + ", " + (allowed == 0 ? "none" : allowed) + " allowed here";
    }

    private static List<String> blocks(Kind kind) {
        List<String> full = new ArrayList<>();
        StringBuilder line = new StringBuilder();
        for (BitSet core : kind.cores()) {
            if (!line.isEmpty() && line.length() + 1 + core.cardinality() > BLOCKS) {
                full.add(line.toString());
                line.setLength(0);
            }
            line.append(line.isEmpty() ? "" : " ");
            core.stream().forEach(thread -> line.append(kind.allowed().get(thread) ? FREE : BARRED));
        }
        full.add(line.toString());
        return full;
    }

    /** The list, or as many of its ranges as are short. */
    private static String list(BitSet cpus) {
        String whole = CpuList.format(cpus);
        if (whole.length() <= LONGEST_LIST) {
            return whole;
        }
        int comma = whole.lastIndexOf(',', LONGEST_LIST - 4);
        return whole.substring(0, comma < 0 ? LONGEST_LIST - 4 : comma) + ",…";
    }
}
