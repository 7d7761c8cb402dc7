package dev.perfdoctor;

import dev.perfdoctor.checks.BuiltIn;
import dev.perfdoctor.cli.Main;
import dev.perfdoctor.engine.Engine;

/** The program. Its checks are named here, because looking for them opens every jar of the class path (10 ms). */
public final class Doctor {
    private Doctor() {}

    public static void main(String[] arguments) {
        Main.main(arguments, Doctor::engine);
    }

    static Engine engine() {
        return new Engine(new BuiltIn().all());
    }
}
