package dev.perfdoctor.host;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.BufferedReader;
import java.io.File;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** How a doctor's commands start before it, and end with it in whatever way it ends. */
class LeftBehindTest {
    @TempDir
    private Path folder;

    private final String apart = Naps.unique();
    private final String beside = Naps.unique();
    private final String within = Naps.unique();

    @BeforeEach
    void commands() throws IOException {
        script("count", "echo run >> " + folder.resolve("log") + "; echo counted");
        script("hang", "(setsid sleep " + apart + " &) ; sleep " + beside + " & sleep " + within);
    }

    private void script(String name, String body) throws IOException {
        Path file = Files.writeString(folder.resolve(name), "#!/bin/sh\n" + body + "\n");
        Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    }

    private Process doctor(List<String> before, String home, String... commands) throws IOException {
        List<String> words = new ArrayList<>(before);
        words.addAll(List.of(
                System.getProperty("java.home") + "/bin/java", "-Dperfdoctor.home=" + home, "-cp", System.getProperty("java.class.path"),
                DoctorUnderTest.class.getName()));
        words.addAll(List.of(commands));
        ProcessBuilder builder = new ProcessBuilder(words).redirectErrorStream(true).redirectInput(new File("/dev/null"));
        builder.environment().put("PATH", folder + ":/usr/bin:/bin");
        return builder.start();
    }

    private static String output(Process process) throws IOException {
        StringBuilder all = new StringBuilder();
        BufferedReader reader = process.inputReader();
        for (String line = reader.readLine(); line != null; line = reader.readLine()) {
            all.append(line).append('\n');
            if (line.equals("ready")) {
                break;
            }
        }
        return all.toString();
    }

    @Test
    void aDoctorThatIsKilledLeavesNothing() throws IOException, InterruptedException {
        Process doctor = doctor(List.of(), Installation.home(), "count", "hang");
        String output = output(doctor);
        assertTrue(output.contains("counted"), output);
        while (!Naps.isAlive(beside)) {
            Thread.sleep(20);
        }
        doctor.destroyForcibly().waitFor();
        for (String word : List.of(apart, beside, within, folder.toString())) {
            assertTrue(Naps.endsSoon(word), word);
        }
    }

    @Test
    void commandsMayBeStartedBeforeTheDoctorAndAreNotRunAgain() throws IOException, InterruptedException {
        String home = Installation.home();
        List<String> launcher = List.of(home + "/libexec/perfdoctor-run", "ask", "count", "ask", "hang", "ask", "there-is-no-such-program", "--");
        Process doctor = doctor(launcher, home, "count");
        String output = output(doctor);
        assertEquals(0, doctor.waitFor(), output);
        assertTrue(output.contains("counted"), output);
        assertEquals("run\n", Files.readString(folder.resolve("log")));
        for (String word : List.of(apart, beside, within, folder.toString())) {
            assertTrue(Naps.endsSoon(word), word);
        }
    }

    @Test
    void withoutPerfdoctorRunADoctorThatEndsLeavesNothingItCouldFind() throws IOException, InterruptedException {
        Process doctor = doctor(List.of(), "", "count", "hang");
        String output = output(doctor);
        assertTrue(output.contains("counted"), output);
        while (!Naps.isAlive(beside)) {
            Thread.sleep(20);
        }
        doctor.destroy();
        doctor.waitFor();
        assertTrue(Naps.endsSoon(beside) && Naps.endsSoon(within));
        ProcessHandle.allProcesses()
                .filter(process -> process.info().commandLine().orElse("").contains(apart))
                .forEach(ProcessHandle::destroyForcibly);
    }
}
