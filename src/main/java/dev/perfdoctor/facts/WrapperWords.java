package dev.perfdoctor.facts;

import java.util.List;
import java.util.Map;
import java.util.Set;

/** Programs that only start another one: {@code sudo}, {@code taskset -c 2}, {@code env A=1}. */
final class WrapperWords {
    /** Options that take the next word, by program (their manual pages). */
    private static final Map<String, Set<String>> VALUES = Map.of(
            "sudo", Set.of("-u", "-g", "-h", "-p", "-C", "-r", "-t", "-T", "-U", "-D", "-R"),
            "doas", Set.of("-u", "-C"),
            "env", Set.of("-u", "-C", "--unset", "--chdir"),
            "nice", Set.of("-n"),
            "ionice", Set.of("-c", "-n"),
            "taskset", Set.of(),
            "numactl", Set.of("-N", "-m", "-C", "-i", "-p", "--cpunodebind", "--membind", "--physcpubind", "--interleave", "--preferred"),
            "chrt", Set.of("-T", "-P", "-D"),
            "timeout", Set.of("-k", "-s"),
            "time", Set.of("-o", "-f"));

    /** Those with an operand of their own before the command: a mask, a priority, a duration. */
    private static final Set<String> OPERAND = Set.of("taskset", "chrt", "timeout");

    private static final Set<String> PLAIN = Set.of("exec", "nohup", "setsid", "stdbuf", "command");

    private WrapperWords() {}

    /** What is left when all such programs and variables in front are taken away. */
    static List<String> unwrapped(List<String> words) {
        List<String> rest = words;
        for (int wrappers = 0; wrappers < 8 && !rest.isEmpty(); wrappers++) {
            String name = HostPath.name(rest.getFirst());
            if (isAssignment(rest.getFirst()) || PLAIN.contains(name)) {
                rest = after(rest, 1, Set.of());
            } else if (VALUES.containsKey(name)) {
                rest = after(rest, 1, VALUES.get(name));
                rest = OPERAND.contains(name) && !rest.isEmpty() ? after(rest, 1, Set.of()) : rest;
            } else {
                break;
            }
        }
        return List.copyOf(rest);
    }

    private static List<String> after(List<String> words, int from, Set<String> withValue) {
        int at = from;
        while (at < words.size() && words.get(at).startsWith("-")) {
            String option = words.get(at++);
            if (option.equals("--")) {
                break;
            }
            at += withValue.contains(option) && at < words.size() ? 1 : 0;
        }
        return words.subList(at, words.size());
    }

    private static boolean isAssignment(String word) {
        int equals = word.indexOf('=');
        return equals > 0 && word.substring(0, equals).chars().allMatch(c -> c == '_' || Character.isLetterOrDigit(c))
                && !Character.isDigit(word.charAt(0));
    }
}
