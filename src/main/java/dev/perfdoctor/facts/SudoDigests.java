package dev.perfdoctor.facts;

import dev.perfdoctor.api.Host;
import dev.perfdoctor.api.Reading;
import dev.perfdoctor.api.Reading.Present;
import dev.perfdoctor.api.Reading.Unread;
import dev.perfdoctor.facts.SudoMatcher.Match;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;

/** Whether a file is still the one whose digest a rule names. Each file is read once for each kind of digest, up to a limit. */
final class SudoDigests {
    /** A perf is some 10 MB; nothing larger is worth the time. */
    private static final int MOST_BYTES = 128 << 20;

    private static final int PIECE = 1 << 20;

    private final Host host;
    private final Map<String, Reading<byte[]>> known = new HashMap<>();

    SudoDigests(Host host) {
        this.host = host;
    }

    /** Whether one of these digests, in hexadecimal or base64, is the file's. */
    Match match(String file, List<String> digests) {
        Match answer = new Match.No();
        for (String digest : digests) {
            int colon = digest.indexOf(':');
            String kind = digest.substring(0, Math.max(colon, 0));
            switch (known.computeIfAbsent(kind + ":" + file, _ -> compute(kind, file))) {
                case Present<byte[]> p when isWritten(p.value(), digest.substring(colon + 1)) -> {
                    return new Match.Yes();
                }
                case Present<byte[]> _ -> {}
                case Reading.Absent<byte[]> _ -> {}
                case Unread<byte[]> unread -> answer = new Match.Unclear(unread);
            }
        }
        return answer;
    }

    private static boolean isWritten(byte[] digest, String text) {
        String unpadded = text.replace("=", "");
        return HexFormat.of().formatHex(digest).equalsIgnoreCase(text)
                || Base64.getEncoder().withoutPadding().encodeToString(digest).equals(unpadded);
    }

    private Reading<byte[]> compute(String kind, String file) {
        MessageDigest sum;
        try {
            sum = MessageDigest.getInstance(kind.replace("sha", "SHA-"));
        } catch (NoSuchAlgorithmException unknown) {
            return Reading.failed(file, "no digest " + kind + " here");
        }
        for (long at = 0; at <= MOST_BYTES; at += PIECE) {
            switch (host.bytes(file, at, PIECE)) {
                case Present<byte[]> piece -> {
                    sum.update(piece.value());
                    if (piece.value().length < PIECE) {
                        return piece.with(sum.digest());
                    }
                }
                case Reading.Absent<byte[]> absent -> {
                    return absent;
                }
                case Unread<byte[]> unread -> {
                    return unread;
                }
            }
        }
        return Reading.failed(file, "too large");
    }
}
