/**
 * The machines that can be examined: the live one, a machine file, a directory tree. Everything the program reads of the outside world goes
 * through here. Depends on {@code dev.perfdoctor.api} and, for machine files, on {@code dev.perfdoctor.input}. Start with
 * {@link dev.perfdoctor.host.MachineFileHost}, then {@code CapturedHost}, which it shares with trees.
 */
package dev.perfdoctor.host;
