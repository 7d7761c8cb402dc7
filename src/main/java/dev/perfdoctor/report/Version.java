package dev.perfdoctor.report;

/** The version of this program, as reports and {@code --version} tell it. */
public final class Version {
    /** The same in the POM; a test of the image compares. */
    public static final String NUMBER = "1.0.0";

    private Version() {}
}
