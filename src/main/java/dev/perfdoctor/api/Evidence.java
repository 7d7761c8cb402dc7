package dev.perfdoctor.api;

/**
 * What was read, and where. Both are text of the examined machine and hostile until a report escapes them.
 *
 * @param source a path or a command line, such as {@code /proc/sys/kernel/perf_event_paranoid} or {@code sudo -n -l}
 * @param observed what stood there, short enough to show; "absent" where nothing did
 */
public record Evidence(String source, String observed) {}
