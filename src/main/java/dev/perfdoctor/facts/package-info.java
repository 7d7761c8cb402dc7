/**
 * What is so on a machine: typed views over a host, each a type that gets itself ({@code Probe.of(facts)}). Readers turn one source into
 * one record, their parsers are package-private functions of text; derived facts combine others and read nothing. A fact never decides
 * whether something is bad: that is a check's. Depends on {@code api} alone; all parsing of machine text lives here.
 */
package dev.perfdoctor.facts;
