/**
 * The hardware of the machine this runs on, as OSHI reads it: no native library, no child process, nothing written. The one package that
 * knows OSHI, loaded when a host is asked for {@code perfdoctor-hardware} and by nothing else.
 *
 * <p>Depends on OSHI and the JDK. Start at {@link dev.perfdoctor.hardware.Snapshot}.
 */
package dev.perfdoctor.hardware;
