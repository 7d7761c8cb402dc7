package dev.perfdoctor.facts;

import java.util.Optional;
import java.util.Set;

/** What the mangled name of a Rust function says of the crate it was compiled from, in the legacy and in the v0 scheme. */
final class RustNames {
    /**
     * Crates that come compiled with the toolchain, with its own options: std has frame pointers whatever the user's code has
     * (rust-lang/rust pull request 122646).
     */
    private static final Set<String> TOOLCHAIN = Set.of(
            "core", "alloc", "std", "std_detect", "compiler_builtins", "panic_unwind", "panic_abort", "unwind", "backtrace",
            "addr2line", "gimli", "object", "miniz_oxide", "adler", "adler2", "rustc_demangle", "hashbrown", "memchr", "test",
            "proc_macro", "getopts", "rustc_std_workspace_core", "rustc_std_workspace_alloc", "rustc_std_workspace_std");

    private RustNames() {}

    /** Whether this is a Rust function of a crate that the user compiled. */
    static boolean isUsers(String name) {
        return crate(name).filter(c -> !TOOLCHAIN.contains(c)).isPresent();
    }

    /** The crate; empty where the name does not say, as for an implementation for a foreign type. */
    static Optional<String> crate(String name) {
        return name.startsWith("_R") ? new V0(name).crate() : name.startsWith("_ZN") && hasHash(name) ? legacy(name) : Optional.empty();
    }

    /** {@code _ZN4demo4leaf17h0123456789abcdefE}, and sometimes {@code .llvm.…} behind it. A C++ name may hold {@code 17h} too. */
    private static boolean hasHash(String name) {
        int at = name.lastIndexOf("17h");
        return at > 0
                && name.length() >= at + 20
                && name.charAt(at + 19) == 'E'
                && name.substring(at + 3, at + 19).chars().allMatch(c -> Character.digit(c, 16) >= 0);
    }

    /** The first path segment; {@code _$LT$demo..Foo$u20$as$u20$core..fmt..Debug$GT$} starts with that of the type. */
    private static Optional<String> legacy(String name) {
        int at = 3;
        int length = 0;
        while (at < name.length() && Character.isDigit(name.charAt(at)) && length < 10_000) {
            length = length * 10 + (name.charAt(at) - '0');
            at++;
        }
        if (length == 0 || at + length > name.length()) {
            return Optional.empty();
        }
        String segment = name.substring(at, at + length);
        if (!segment.startsWith("_$LT$")) {
            return Optional.of(segment);
        }
        int end = segment.indexOf("..", 5);
        String type = end < 0 ? "" : segment.substring(5, end);
        return type.isEmpty() || type.indexOf('$') >= 0 ? Optional.empty() : Optional.of(type);
    }

    /** A walk to the first crate root of a v0 name (RFC 2603): {@code _RNvCs1234_4demo4leaf}. */
    private static final class V0 {
        private final String name;
        private int at = 2;

        V0(String name) {
            this.name = name;
        }

        Optional<String> crate() {
            while (at < name.length()) {
                switch (name.charAt(at++)) {
                    case 'N' -> at++; // and its namespace
                    case 'I' -> { }
                    case 'M', 'X' -> disambiguator();
                    case 'C' -> {
                        disambiguator();
                        return identifier();
                    }
                    default -> {
                        return Optional.empty();
                    }
                }
            }
            return Optional.empty();
        }

        private void disambiguator() {
            if (at < name.length() && name.charAt(at) == 's') {
                int end = name.indexOf('_', at);
                at = end < 0 ? name.length() : end + 1;
            }
        }

        private Optional<String> identifier() {
            int length = 0;
            while (at < name.length() && Character.isDigit(name.charAt(at)) && length < 10_000) {
                length = length * 10 + (name.charAt(at++) - '0');
            }
            if (at < name.length() && name.charAt(at) == '_') {
                at++; // stands before an identifier that starts with a digit or '_'
            }
            return length == 0 || at + length > name.length() ? Optional.empty() : Optional.of(name.substring(at, at + length));
        }
    }
}
