/**
 * Reports as documents: one {@link dev.perfdoctor.report.Format} a class, listed in {@link dev.perfdoctor.report.Formats}. Depends on the
 * engine's {@link dev.perfdoctor.engine.Report} and knows no check. All text of the examined machine passes {@link
 * dev.perfdoctor.report.Escape} before it is shown.
 */
package dev.perfdoctor.report;
