/**
 * Where the product starts: the program with the built-in checks. Everything it does is {@link dev.perfdoctor.cli.Main}'s; start at
 * {@link dev.perfdoctor.Doctor}.
 */
package dev.perfdoctor;
