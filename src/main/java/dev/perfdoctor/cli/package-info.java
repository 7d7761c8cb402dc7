/**
 * The command line: one class per {@link dev.perfdoctor.cli.Command}, listed in {@link dev.perfdoctor.cli.Commands}. A command states its
 * {@link dev.perfdoctor.cli.Option}s as data, from which the parser, the help and later completions are made; {@code ArgumentParser} alone
 * knows the parsing library.
 *
 * <p>Depends on the engine, the hosts and the reports, never on a check. Start at {@link dev.perfdoctor.cli.Main}.
 */
package dev.perfdoctor.cli;
