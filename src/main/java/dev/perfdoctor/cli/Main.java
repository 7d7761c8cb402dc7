package dev.perfdoctor.cli;

/** Where the program starts. */
public final class Main {
    private Main() {}

    public static void main(String[] arguments) {
        System.out.println("perfdoctor 1.0.0");
    }
}
