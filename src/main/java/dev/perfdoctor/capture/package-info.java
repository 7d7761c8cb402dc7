/**
 * Writes a machine down: {@link dev.perfdoctor.capture.Recorder} remembers what a run asked of a host, {@link
 * dev.perfdoctor.capture.Capture} writes it as a machine file, {@link dev.perfdoctor.capture.Redaction} takes names, addresses and secrets
 * out of the finished text. Reading one is {@code dev.perfdoctor.host}'s.
 */
package dev.perfdoctor.capture;
