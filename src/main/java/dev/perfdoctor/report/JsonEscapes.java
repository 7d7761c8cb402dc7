package dev.perfdoctor.report;

import com.fasterxml.jackson.core.SerializableString;
import com.fasterxml.jackson.core.io.CharacterEscapes;
import com.fasterxml.jackson.core.io.SerializedString;

/** Beyond what JSON demands: nothing that a terminal would obey or reorder stands in a document as itself. */
final class JsonEscapes extends CharacterEscapes {
    private static final long serialVersionUID = 1L;

    private static final int DELETE = 0x7f;

    @Override
    public int[] getEscapeCodesForAscii() {
        int[] codes = standardAsciiEscapesForJSON();
        codes[DELETE] = ESCAPE_STANDARD;
        return codes;
    }

    /** Null leaves the character as it is. Halves of pairs come one by one, so what they hide cannot be seen: all are escaped. */
    @Override
    public SerializableString getEscapeSequence(int c) {
        return Escape.isHarmless(c) ? null : new SerializedString("\\u%04X".formatted(c));
    }
}
