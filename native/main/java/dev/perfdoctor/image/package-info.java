/**
 * Puts the product together: launcher, jars, Java runtime and probe. Part of the build, not of the product.
 *
 * <p>Depends on the JDK alone. Start at {@link dev.perfdoctor.image.Assemble}.
 */
package dev.perfdoctor.image;
