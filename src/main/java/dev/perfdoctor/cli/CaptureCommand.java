package dev.perfdoctor.cli;

import dev.perfdoctor.api.Host;
import dev.perfdoctor.capture.Capture;
import dev.perfdoctor.capture.Recorder;
import dev.perfdoctor.engine.Engine;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** {@code perfdoctor capture}: this machine, as far as the checks read it, as one machine file. */
final class CaptureCommand implements Command {
    private static final int WRONG_USE = 2;

    @Override
    public String name() {
        return "capture";
    }

    @Override
    public String summary() {
        return "this machine as one readable file, for a bug report or --from";
    }

    @Override
    public Syntax syntax() {
        return Syntax.of(List.of(
                Option.one("-o", "FILE", "into this file instead of standard output"),
                Option.flag("leave names, addresses and the environment as they are", "--no-redact"),
                Option.flag("never ask sudo what it allows (sudo -n -l)", "--no-sudo"),
                Option.many("--target", "PATH", "a program that will be measured")));
    }

    @Override
    public int run(Arguments arguments, Surroundings around) {
        Engine engine = around.engine().get();
        CheckRequest asked = CheckRequest.everything(arguments, engine.checks());
        Host host = Machines.open(asked);
        Recorder recorder = new Recorder(host);
        CheckRequest whole = asked.on(recorder, engine.checks());
        engine.run(recorder, whole.request(), whole.options());
        String document = arguments.has("--no-redact") ? Capture.of(recorder) : Capture.redacted(recorder);
        Optional<String> file = arguments.value("-o").filter(name -> !name.equals("-"));
        if (file.isEmpty()) {
            around.print(document);
            return 0;
        }
        return written(Path.of(file.get()), document, around) ? 0 : WRONG_USE;
    }

    private static boolean written(Path file, String document, Surroundings around) {
        try {
            Files.write(file, document.getBytes(StandardCharsets.UTF_8));
            return true;
        } catch (IOException e) {
            around.complain(file + " cannot be written: " + Reasons.of(e));
            return false;
        }
    }
}
