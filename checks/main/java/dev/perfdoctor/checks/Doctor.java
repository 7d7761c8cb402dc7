package dev.perfdoctor.checks;

import dev.perfdoctor.cli.Main;
import dev.perfdoctor.engine.Engine;

/** Where the product starts: the program with the built-in checks. They are named here, because looking for them opens every jar. */
public final class Doctor {
    private Doctor() {}

    public static void main(String[] arguments) {
        Main.main(arguments, () -> new Engine(new BuiltIn().all()));
    }
}
