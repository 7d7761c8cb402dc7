/**
 * Configuration files: where they lie ({@link dev.perfdoctor.config.ConfigurationFiles}), what they may say
 * ({@link dev.perfdoctor.config.ConfigurationReader}) and what several of them say together ({@link dev.perfdoctor.config.Settings}).
 * Reads through a host; depends on {@code input}, {@code engine} and {@code facts}. No YAML class is loaded where there is no file.
 */
package dev.perfdoctor.config;
