package dev.perfdoctor.report;

/** How many columns of a terminal text takes (after wcwidth(3)): signs of East Asia and emoji two, combining marks none. */
final class Columns {
    private Columns() {}

    static int of(String text) {
        return Escape.isPlain(text) ? text.length() : text.codePoints().map(Columns::of).sum();
    }

    private static int of(int c) {
        if (c < 0x300 || Escape.isOwn(c)) {
            return 1;
        }
        int type = Character.getType(c);
        if (type == Character.NON_SPACING_MARK || type == Character.ENCLOSING_MARK || type == Character.FORMAT) {
            return 0;
        }
        return isWide(c) ? 2 : 1;
    }

    private static boolean isWide(int c) {
        return c >= 0x1100 && c <= 0x115f
                || c >= 0x2e80 && c <= 0xa4cf
                || c >= 0xac00 && c <= 0xd7a3
                || c >= 0xf900 && c <= 0xfaff
                || c >= 0xfe30 && c <= 0xfe6f
                || c >= 0xff00 && c <= 0xff60
                || c >= 0xffe0 && c <= 0xffe6
                || c >= 0x1f300 && c <= 0x1faff
                || c >= 0x20000 && c <= 0x3fffd;
    }
}
