/**
 * Runs checks over a host and says what follows: {@link dev.perfdoctor.engine.Engine} runs them guarded and in time,
 * {@link dev.perfdoctor.engine.Judgement} turns findings into effects, states, severities, the verdict and the exit status (the only
 * place that does), {@link dev.perfdoctor.engine.Report} is the result as data. Imports no check and knows no format.
 */
package dev.perfdoctor.engine;
