/**
 * The command line: one class per command, and the exit status each ends with.
 *
 * <p>Depends on the engine and the reports, never on a check. Start at {@link dev.perfdoctor.cli.Main}.
 */
package dev.perfdoctor.cli;
