package dev.perfdoctor.facts;

/** How a sudo compares the command of a rule with the one it shall run. */
enum SudoDialect {
    /** sudo before 1.9.10: as the next, and {@code ^…$} is a pattern like any other. */
    NO_REGEX,
    /** sudo before 1.9.14: the same file under the same last name, wherever (match_command.c, command_matches_normal). */
    INODE,
    /** sudo since 1.9.14: the same file under the same last name in the same directory, links in directories resolved (NEWS 1.9.14). */
    DIRECTORY,
    /** sudo-rs: the same path, links in directories resolved, a pattern's star within one directory (tokens.rs, SimpleCommand). */
    EARLY_RS,
    /** sudo-rs since 0.2.13: besides, a last argument {@code *} stands for any arguments. */
    RS;

    /** Whether the directories of a rule's command and of the one that runs must be the same. */
    boolean comparesDirectories() {
        return this == DIRECTORY;
    }

    /** Whether what starts with {@code ^} and ends with {@code $} is a regular expression. */
    boolean knowsRegex() {
        return this == INODE || this == DIRECTORY;
    }

    /** Whether this is sudo-rs. */
    boolean rs() {
        return this == RS || this == EARLY_RS;
    }
}
