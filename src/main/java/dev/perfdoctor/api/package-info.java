/**
 * The words everything else is written in: {@link dev.perfdoctor.api.Host} → {@link dev.perfdoctor.api.Facts} →
 * {@link dev.perfdoctor.api.Check} → {@link dev.perfdoctor.api.Finding}. Depends on nothing but java.base. A check, built in or a
 * stranger's, sees this package and {@code dev.perfdoctor.facts}. Start with {@link dev.perfdoctor.api.Check}.
 */
package dev.perfdoctor.api;
