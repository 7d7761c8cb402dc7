package dev.perfdoctor.facts;

import dev.perfdoctor.api.Evidence;
import dev.perfdoctor.api.Facts;
import dev.perfdoctor.api.Host;
import dev.perfdoctor.api.Reading;
import dev.perfdoctor.api.Reading.Absent;
import dev.perfdoctor.api.Reading.Present;
import dev.perfdoctor.api.Reading.Unread;
import dev.perfdoctor.api.Stat;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/** Digests of whole files. */
final class Digests {
    private static final int PIECE = 1 << 20;
    private static final long LARGEST = 256L << 20;

    private Digests() {}

    private record Held(Reading<String> digest) {}

    /** SHA-256 in hexadecimal digits; failed, "too large", beyond 256 MiB. */
    static Reading<String> sha256(Facts facts, String file) {
        return facts.once(Held.class, file, f -> new Held(compute(f.host(), file))).digest();
    }

    private static Reading<String> compute(Host host, String file) {
        return switch (host.stat(file)) {
            case Absent<Stat> a -> new Absent<>(a.source());
            case Unread<Stat> u -> u.cast();
            case Present<Stat> p when p.value().size() < 0 -> new Unread<>(file, Reading.Why.NOT_CAPTURED, "");
            case Present<Stat> p when p.value().size() > LARGEST -> Reading.failed(file, "too large to take its digest");
            case Present<Stat> p -> pieces(host, file, p.value().size());
        };
    }

    private static Reading<String> pieces(Host host, String file, long size) {
        MessageDigest digest = sha256();
        for (long at = 0; at < size; at += PIECE) {
            Reading<byte[]> piece = host.bytes(file, at, (int) Math.min(PIECE, size - at));
            if (!(piece instanceof Present<byte[]> bytes)) {
                return piece.map(_ -> "");
            }
            digest.update(bytes.value());
        }
        String hex = HexFormat.of().formatHex(digest.digest());
        return new Present<>(hex, new Evidence(file, "sha256 " + hex));
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException every) {
            throw new IllegalStateException(every); // every Java has it
        }
    }
}
