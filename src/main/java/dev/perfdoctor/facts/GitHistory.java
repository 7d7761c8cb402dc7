package dev.perfdoctor.facts;

import dev.perfdoctor.api.Facts;
import dev.perfdoctor.api.Host;
import dev.perfdoctor.api.Reading.Present;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Which commit was checked out when, as the log of HEAD tells (git-reflog(1)): git writes a file it changes with the time of that moment,
 * whatever the file's age, so a way to another branch and back leaves new times on old text.
 *
 * @param moves in the order of time
 */
record GitHistory(List<Move> moves) {
    /** HEAD became this commit at that time. */
    record Move(String commit, Instant time) {}

    private static final int LONGEST = 8 << 20;

    /** The history of the repository a directory belongs to; empty without one. */
    static GitHistory around(Facts facts, String directory) {
        return facts.once(GitHistory.class, directory, f -> {
            Host host = f.host();
            for (String up : HostPath.upwards(directory)) {
                if (host.lstat(HostPath.resolve(up, ".git")).isPresent()) {
                    return new GitHistory(host.read(store(host, up) + "/logs/HEAD", LONGEST).map(GitHistory::parse).orElse(List.of()));
                }
            }
            return new GitHistory(List.of());
        });
    }

    /** {@code .git}, or where it points to in a worktree or submodule: {@code gitdir: ../.git/worktrees/x}. */
    private static String store(Host host, String directory) {
        String git = HostPath.resolve(directory, ".git");
        return host.read(git) instanceof Present<String> text && text.value().startsWith("gitdir:")
                ? HostPath.resolve(directory, text.value().substring("gitdir:".length()).strip())
                : git;
    }

    /** <pre>0000… 1111… A Name &lt;mail&gt; 1789110000 +0200	checkout: moving from main to topic</pre> */
    static List<Move> parse(String text) {
        List<Move> moves = new ArrayList<>();
        for (String line : Text.lines(text)) {
            int mail = line.indexOf("> ");
            List<String> ids = Text.words(mail < 0 ? "" : line.substring(0, mail));
            List<String> tail = Text.words(mail < 0 ? "" : line.substring(mail + 2));
            if (ids.size() >= 2 && !tail.isEmpty() && tail.getFirst().length() <= 12 && tail.getFirst().chars().allMatch(Character::isDigit)) {
                moves.add(new Move(ids.get(1), Instant.ofEpochSecond(Long.parseLong(tail.getFirst()))));
            }
        }
        return List.copyOf(moves);
    }

    /** The commit that was checked out at a time; empty before the first known one. */
    Optional<String> at(Instant time) {
        return moves.stream().filter(m -> !m.time().isAfter(time)).reduce((_, last) -> last).map(Move::commit);
    }

    /**
     * Whether git alone gave these files their times: each carries the time of a move of HEAD after {@code since}, and the commit of that
     * time is checked out again now.
     */
    boolean explains(List<Dated> files, Instant since) {
        Optional<String> then = at(since);
        boolean back = then.isPresent() && then.get().equals(moves.getLast().commit());
        return back && !files.isEmpty() && files.stream().allMatch(f -> moves.stream()
                .anyMatch(m -> m.time().isAfter(since) && Math.abs(m.time().getEpochSecond() - f.time().getEpochSecond()) <= 2));
    }
}
