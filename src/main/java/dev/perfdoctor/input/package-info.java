/**
 * Files that people write: read strictly, with the place and what is allowed in every complaint. Depends on snakeyaml-engine, which is
 * loaded only when a YAML file is read. Start with {@link dev.perfdoctor.input.Section}; {@link dev.perfdoctor.input.WrongInput} is the one
 * exception that leaves this package.
 */
package dev.perfdoctor.input;
