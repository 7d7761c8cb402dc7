package dev.perfdoctor.input;

import java.util.Collection;
import java.util.Locale;
import java.util.Optional;

/** The known word a mistyped one was probably meant to be. */
public final class Nearest {
    private Nearest() {}

    /** The one of {@code known} that is nearest to {@code word}, when it is near enough to ask "did you mean". */
    public static Optional<String> to(String word, Collection<String> known) {
        String wanted = word.toLowerCase(Locale.ROOT);
        String nearest = null;
        int least = Integer.MAX_VALUE;
        for (String candidate : known) {
            String other = candidate.toLowerCase(Locale.ROOT);
            int distance = distance(wanted, other);
            if (distance < least && distance <= tolerated(wanted, other) && !candidate.equals(word)) { // known, and not wanted here
                least = distance;
                nearest = candidate;
            }
        }
        return Optional.ofNullable(nearest);
    }

    /** A third of the word, and more where both begin alike; words of one or two letters are no misspellings of each other. */
    private static int tolerated(String word, String other) {
        if (word.length() < 3) {
            return 0;
        }
        return word.regionMatches(0, other, 0, 3) ? 3 : Math.clamp(word.length() / 3, 1, 3);
    }

    /** {@code 'word' is not known (did you mean …); allowed: …}. */
    public static String complaint(String word, Collection<String> known) {
        return "'" + shortened(word) + "' is not known"
                + to(word, known).map(near -> " (did you mean " + near + "?)").orElse("")
                + "; allowed: " + String.join(", ", known);
    }

    /** At most 60 characters of what a file says, for a message. */
    public static String shortened(String text) {
        return text.length() <= 60 ? text : text.substring(0, 60) + "…";
    }

    /** Edits that lead from one word to the other; two neighbours that changed places are one edit. */
    private static int distance(String a, String b) {
        if (Math.abs(a.length() - b.length()) > 3) {
            return Integer.MAX_VALUE;
        }
        int[][] edits = new int[a.length() + 1][b.length() + 1];
        for (int i = 0; i <= a.length(); i++) {
            for (int j = 0; j <= b.length(); j++) {
                edits[i][j] = i == 0 || j == 0 ? i + j : step(a, b, i, j, edits);
            }
        }
        return edits[a.length()][b.length()];
    }

    private static int step(String a, String b, int i, int j, int[][] edits) {
        int same = a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1;
        int least = Math.min(edits[i - 1][j - 1] + same, Math.min(edits[i - 1][j], edits[i][j - 1]) + 1);
        boolean swapped = i > 1 && j > 1 && a.charAt(i - 1) == b.charAt(j - 2) && a.charAt(i - 2) == b.charAt(j - 1);
        return swapped ? Math.min(least, edits[i - 2][j - 2] + 1) : least;
    }
}
