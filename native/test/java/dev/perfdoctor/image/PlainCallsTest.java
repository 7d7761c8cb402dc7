package dev.perfdoctor.image;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.io.IOException;
import java.io.InputStream;
import java.lang.classfile.ClassFile;
import java.lang.classfile.instruction.InvokeDynamicInstruction;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.function.Supplier;
import org.junit.jupiter.api.Test;

/** Classes do the same with plain calls, and link less. */
public final class PlainCallsTest {
    private sealed interface Shape {}

    private record Dot() implements Shape {}

    private record Box(String name, int a, long b, double c, float d, boolean e, char f, byte g, short h, Shape inner) implements Shape {}

    private enum Colour {
        RED,
        GREEN
    }

    /** What is looked at from both sides. */
    public static final class Sample implements Supplier<List<String>> {
        public Sample() {} // called from the other side

        @Override
        public List<String> get() {
            List<String> seen = new ArrayList<>();
            for (Object o : new Object[] {new Dot(), box("x", 0.0), box("", -0.0), "text", "other", 7, 8L, Colour.RED, Colour.GREEN, 'c', new int[0]}) {
                seen.add(kind(o));
            }
            seen.add(shape(new Dot()) + shape(box("y", Double.NaN)));
            try {
                seen.add(kind(null));
            } catch (NullPointerException none) {
                seen.add("null");
            }
            Box box = box("z", Double.NaN);
            seen.add(box.hashCode() + " " + new Dot().hashCode() + " " + box("z", Double.NaN).hashCode());
            seen.add(box.equals(box("z", Double.NaN)) + " " + box.equals(box(null, 0)) + " " + box(null, 0).equals(box(null, -0.0)));
            seen.add(new Dot().equals(new Dot()) + " " + new Dot().equals(new Object()) + " " + box.equals((Object) seen.get(seen.size() - 1)));
            seen.add("%d of %s, %02d".formatted(1, "two", 3));
            Comparator<String> byLast = Comparator.comparing(s -> s.substring(1));
            seen.add(List.of("bb", "a", "ab").stream().sorted(byLast.thenComparing(Comparator.comparing(String::strip))).toList().toString());
            return seen;
        }

        private static Box box(String name, double c) {
            return new Box(name, -1, Long.MIN_VALUE, c, Float.NaN, true, 'f', (byte) -3, (short) 9, new Dot());
        }

        private static String kind(Object o) {
            return switch (o) {
                case Dot _ -> "dot";
                case Box(var name, _, _, _, _, _, _, _, _, Dot _) when name.equals("x") -> "box x";
                case Box b -> "box " + b.name();
                case String s when s.length() == 4 -> "four";
                case String s -> s;
                case Integer i when i > 7 -> "large";
                case Integer i -> "number " + i;
                case Colour c when c == Colour.RED -> "red";
                case Colour _ -> "colour";
                case int[] numbers -> "numbers " + numbers.length;
                default -> "something";
            };
        }

        private static String shape(Shape shape) {
            return switch (shape) {
                case Dot _ -> "dot";
                case Box(_, int a, _, double c, _, _, _, _, _, Shape inner) -> a + " " + c + " " + shape(inner);
            };
        }
    }

    /** Defines the classes of this test anew, with plain calls. */
    private static final class Plain extends ClassLoader {
        private final List<byte[]> defined = new ArrayList<>();

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            Class<?> known = findLoadedClass(name);
            if (known != null || !name.startsWith(PlainCallsTest.class.getName())) {
                return known != null ? known : super.loadClass(name, resolve);
            }
            try (InputStream in = PlainCallsTest.class.getResourceAsStream("/" + name.replace('.', '/') + ".class")) {
                byte[] plain = PlainCalls.in(in.readAllBytes(), PlainCallsTest.class.getClassLoader());
                defined.add(plain);
                return defineClass(name, plain, 0, plain.length);
            } catch (IOException e) {
                throw new ClassNotFoundException(name, e);
            }
        }
    }

    @Test
    void switchesRecordsFormatsAndComparatorsDoTheSame() throws Exception {
        Plain loader = new Plain();
        Object plain = loader.loadClass(Sample.class.getName()).getDeclaredConstructor().newInstance();
        assertEquals(new Sample().get(), ((Supplier<?>) plain).get());
        assertTrue(loader.defined.size() >= 4, () -> loader.defined.size() + " classes");
        for (byte[] bytes : loader.defined) {
            assertFalse(links(bytes), "typeSwitch, equals or hashCode is still linked");
        }
    }

    private static boolean links(byte[] bytes) {
        return ClassFile.of().parse(bytes).methods().stream()
                .flatMap(m -> m.code().stream())
                .flatMap(c -> c.elementStream())
                .anyMatch(e -> e instanceof InvokeDynamicInstruction call
                        && List.of("typeSwitch", "equals", "hashCode").contains(call.name().stringValue()));
    }

    @Test
    void aClassWithoutSuchCallsIsLeftAsItIs() throws Exception {
        try (InputStream in = Colour.class.getResourceAsStream("/" + Colour.class.getName().replace('.', '/') + ".class")) {
            byte[] bytes = in.readAllBytes();
            assertTrue(Arrays.equals(bytes, PlainCalls.in(bytes, Colour.class.getClassLoader())));
        }
    }
}
