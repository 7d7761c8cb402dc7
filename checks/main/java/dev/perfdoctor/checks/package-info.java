/**
 * The built-in checks, one class each, named for what it examines.
 *
 * <p>They use {@code dev.perfdoctor.api} and {@code dev.perfdoctor.facts} alone: a check parses nothing and prints nothing.
 */
package dev.perfdoctor.checks;
