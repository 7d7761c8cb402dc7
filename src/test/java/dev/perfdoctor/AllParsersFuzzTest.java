package dev.perfdoctor;

import com.code_intelligence.jazzer.junit.FuzzTest;
import java.lang.reflect.InvocationTargetException;
import java.lang.reflect.Method;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * All fuzz tests of this module as one, chosen by the first byte, for Jazzer fuzzes one test in a JVM. What it finds is told with the name of
 * that test; the input without its first byte becomes a regression of it.
 */
class AllParsersFuzzTest {
    private static final List<String> TESTS = List.of(
            "capture.YamlFuzzTest", "config.ConfigurationFuzzTest", "facts.BinaryFuzzTest", "facts.CommandOutputFuzzTest", "facts.ProjectFilesFuzzTest",
            "facts.SudoFuzzTest", "facts.SystemFilesFuzzTest", "host.MountsFuzzTest", "report.EscapeFuzzTest");
    private static final List<Method> PARSERS = TESTS.stream().flatMap(AllParsersFuzzTest::fuzzTests).toList();
    private static final int SEEDS_EACH = 60;

    static Stream<byte[]> seeds() {
        return IntStream.range(0, PARSERS.size()).boxed().flatMap(i -> seeds(PARSERS.get(i)).limit(SEEDS_EACH).map(seed -> behind((byte) (int) i, seed)));
    }

    @MethodSource("seeds")
    @FuzzTest
    void whateverIsReadIsUnderstoodOrCalledGarbled(byte[] data) throws Throwable {
        if (data.length == 0) {
            return;
        }
        Method parser = PARSERS.get((data[0] & 0xff) % PARSERS.size());
        try {
            parser.invoke(instance(parser), Arrays.copyOfRange(data, 1, data.length));
        } catch (InvocationTargetException found) {
            throw new AssertionError(parser.getDeclaringClass().getSimpleName() + "." + parser.getName() + ": " + found.getCause().getMessage(), found.getCause());
        }
    }

    private static Object instance(Method test) throws ReflectiveOperationException {
        var constructor = test.getDeclaringClass().getDeclaredConstructor();
        constructor.setAccessible(true);
        return constructor.newInstance();
    }

    private static Stream<Method> fuzzTests(String name) {
        try {
            return Arrays.stream(Class.forName("dev.perfdoctor." + name).getDeclaredMethods())
                    .filter(method -> method.isAnnotationPresent(FuzzTest.class))
                    .sorted(Comparator.comparing(Method::getName))
                    .peek(method -> method.setAccessible(true));
        } catch (ClassNotFoundException e) {
            throw new IllegalStateException(e);
        }
    }

    @SuppressWarnings("unchecked")
    private static Stream<byte[]> seeds(Method test) {
        String source = test.getAnnotation(MethodSource.class).value()[0];
        int mark = source.indexOf('#');
        try {
            Class<?> type = mark < 0 ? test.getDeclaringClass() : Class.forName(source.substring(0, mark));
            Method seeds = type.getDeclaredMethod(source.substring(mark + 1));
            seeds.setAccessible(true);
            return (Stream<byte[]>) seeds.invoke(null);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    private static byte[] behind(byte first, byte[] rest) {
        byte[] all = new byte[rest.length + 1];
        all[0] = first;
        System.arraycopy(rest, 0, all, 1, rest.length);
        return all;
    }
}
