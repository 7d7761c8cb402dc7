package dev.perfdoctor.image;

import static java.util.stream.Collectors.toMap;
import static org.junit.jupiter.api.Assertions.assertArrayEquals;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertNotEquals;

import java.io.IOException;
import java.io.Serializable;
import java.lang.classfile.ClassFile;
import java.lang.classfile.instruction.InvokeDynamicInstruction;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.BiFunction;
import java.util.function.BooleanSupplier;
import java.util.function.DoubleUnaryOperator;
import java.util.function.Function;
import java.util.function.IntFunction;
import java.util.function.IntPredicate;
import java.util.function.LongSupplier;
import java.util.function.LongUnaryOperator;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.function.ToIntFunction;
import java.util.function.ToLongFunction;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Lambdas as objects of a class do what linked ones do. */
public final class PlainLambdasTest {
    /** Its default method is what {@link Function} calls its abstract one. */
    private interface Named {
        String name();

        default Object apply(Object o) {
            return name() + o;
        }
    }

    private interface Greeting {
        String of(String name);

        static Greeting polite() {
            return name -> "Dear " + name;
        }

        default Greeting twice() {
            return name -> of(of(name));
        }
    }

    private interface Wide {
        String of(boolean a, byte b, char c, short d, int e, long f, float g, double h, Object i);
    }

    /** Has a method of the same name as its child. */
    public static class Parent {
        String who() {
            return "parent";
        }
    }

    /** What is looked at from both sides. */
    public static final class Sample extends Parent implements Supplier<List<String>> {
        private int count;

        public Sample() {} // called from the other side

        @Override
        String who() {
            Supplier<String> above = super::who;
            return above.get() + "'s child";
        }

        @Override
        public List<String> get() {
            List<String> seen = new ArrayList<>();
            captured(seen);
            references(seen);
            converted(seen);
            interfaces(seen);
            inner(seen);
            return seen;
        }

        private void captured(List<String> seen) {
            boolean a = true;
            byte b = -2;
            char c = 'c';
            short d = -4;
            int e = 5;
            long f = Long.MIN_VALUE;
            float g = 7.5f;
            double h = -8.25;
            String i = "nine";
            Supplier<String> all = () -> "" + a + b + c + d + e + f + g + h + i + who();
            seen.add(all.get());
            Wide wide = (p, q, r, s, t, u, v, w, x) -> "" + p + q + r + s + t + u + v + w + x + e;
            seen.add(wide.of(a, b, c, d, e, f, g, h, i));
            Runnable counting = () -> count++;
            counting.run();
            counting.run();
            seen.add("counted " + count);
            List<Supplier<Integer>> own = new ArrayList<>();
            for (int n = 0; n < 3; n++) {
                int kept = n;
                own.add(() -> kept * kept);
            }
            seen.add(own.stream().map(Supplier::get).toList().toString());
            Object none = null;
            Supplier<Object> nothing = () -> none;
            seen.add(String.valueOf(nothing.get()));
        }

        private void references(List<String> seen) {
            Function<String, Integer> length = String::length;
            Supplier<String> bound = "bound"::toUpperCase;
            Function<String, StringBuilder> made = StringBuilder::new;
            BiFunction<Parent, Object, Boolean> unbound = Parent::equals;
            Supplier<List<String>> constructor = ArrayList::new;
            UnaryOperator<String> own = this::twice;
            Comparator<String> order = Comparator.<String, Integer>comparing(String::length).thenComparing(Comparator.naturalOrder());
            IntFunction<int[]> arrays = int[]::new;
            seen.add(length.apply("four") + bound.get() + made.apply("made") + unbound.apply(this, this) + constructor.get() + own.apply("x"));
            seen.add(Stream.of("ccc", "b", "aa", "a").sorted(order.reversed()).toList() + " " + arrays.apply(3).length);
            seen.add(Optional.of(this).map(Sample::who).orElseGet(this::who));
            String absent = null;
            try {
                Supplier<Integer> late = absent::length;
                seen.add("too late" + late);
            } catch (NullPointerException e) {
                seen.add("null is found where the reference is made");
            }
        }

        private int next() {
            return ++count;
        }

        private String twice(String text) {
            return text + text;
        }

        private void converted(List<String> seen) {
            Function<Integer, Long> widened = i -> (long) i;
            ToLongFunction<Integer> unboxed = Integer::intValue;
            Function<Object, String> wider = String::valueOf;
            LongSupplier fromInt = "seven"::length;
            ToIntFunction<Character> fromChar = Character::getNumericValue;
            DoubleUnaryOperator root = Math::sqrt;
            LongUnaryOperator larger = l -> l + 1;
            Predicate<Boolean> not = b -> !b;
            IntPredicate odd = i -> i % 2 == 1;
            BooleanSupplier yes = () -> true;
            Supplier<Object> boxed = "x"::length;
            Function<Integer, Object> ofInt = Integer::toBinaryString;
            Runnable thrownAway = this::next;
            Runnable longThrownAway = System::nanoTime;
            thrownAway.run();
            longThrownAway.run();
            seen.add("" + widened.apply(3) + unboxed.applyAsLong(4) + wider.apply(List.of()) + fromInt.getAsLong() + fromChar.applyAsInt('8')
                    + root.applyAsDouble(2) + larger.applyAsLong(9) + not.test(false) + odd.test(3) + yes.getAsBoolean() + boxed.get()
                    + ofInt.apply(5));
            Map<String, Integer> sums = new TreeMap<>(Map.of("a", 1));
            sums.merge("a", 2, Integer::sum);
            sums.computeIfAbsent("b", String::length);
            seen.add(sums.toString());
        }

        private void interfaces(List<String> seen) {
            Named named = () -> "named ";
            Function<Object, Object> same = o -> "function " + o;
            seen.add(named.apply(1) + " " + same.apply(2) + " " + same.andThen(o -> o + "!").compose(o -> o + "?").apply(3));
            Predicate<String> empty = String::isEmpty;
            seen.add(empty.negate().and(s -> s.length() > 1).test("ab") + Greeting.polite().twice().of("you"));
            Function<String, String> kept = (Function<String, String> & Serializable) s -> s + " can be serialized";
            seen.add(kept.apply("this") + (kept instanceof Serializable));
        }

        private void inner(List<String> seen) {
            class Local {
                private String text() {
                    return Optional.<String>empty().orElseGet(() -> "local " + count);
                }
            }
            Supplier<Supplier<String>> nested = () -> () -> "nested " + count;
            seen.add(new Local().text() + nested.get().get());
        }
    }

    /** Defines these classes. */
    private static final class Plain extends ClassLoader {
        private final Map<String, byte[]> classes;

        Plain(Map<String, byte[]> classes) {
            this.classes = classes;
        }

        @Override
        protected Class<?> loadClass(String name, boolean resolve) throws ClassNotFoundException {
            Class<?> known = findLoadedClass(name);
            byte[] bytes = classes.get(name.replace('.', '/') + ".class");
            if (known != null || bytes == null) {
                return known != null ? known : super.loadClass(name, resolve);
            }
            return defineClass(name, bytes, 0, bytes.length);
        }
    }

    private static Map<String, byte[]> ofThisTest() throws IOException {
        Path root = Path.of("target", "test-classes");
        String own = PlainLambdasTest.class.getName().replace('.', '/');
        try (Stream<Path> files = Files.walk(root)) {
            return files.filter(file -> root.relativize(file).toString().startsWith(own))
                    .collect(toMap(file -> root.relativize(file).toString(), PlainLambdasTest::content));
        }
    }

    private static byte[] content(Path file) {
        try {
            return Files.readAllBytes(file);
        } catch (IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    private static long linked(Map<String, byte[]> classes) {
        return classes.values().stream()
                .flatMap(bytes -> ClassFile.of().parse(bytes).methods().stream())
                .flatMap(m -> m.code().stream())
                .flatMap(c -> c.elementStream())
                .filter(e -> e instanceof InvokeDynamicInstruction call && call.bootstrapMethod().methodName().equals("metafactory"))
                .count();
    }

    @Test
    void doWhatLinkedOnesDo() throws Exception {
        Map<String, byte[]> classes = new HashMap<>(ofThisTest());
        assertNotEquals(0, linked(classes));
        PlainLambdas.replace(classes, PlainLambdasTest.class.getClassLoader());
        assertEquals(0, linked(classes));
        Object plain = new Plain(classes).loadClass(Sample.class.getName()).getDeclaredConstructor().newInstance();
        assertEquals(new Sample().get(), ((Supplier<?>) plain).get());
    }

    @Test
    void ofOneClassShareAClassUnlessAMethodOfOneWouldHideAnothers() throws Exception {
        Map<String, byte[]> classes = new HashMap<>(ofThisTest());
        PlainLambdas.replace(classes, PlainLambdasTest.class.getClassLoader());
        String sample = Sample.class.getName().replace('.', '/');
        assertEquals(
                List.of(sample + "$Lambdas.class", sample + "$Lambdas1.class"),
                classes.keySet().stream().filter(name -> name.startsWith(sample + "$Lambdas")).sorted().toList());
    }

    @Test
    void aClassWithoutAnyIsLeftAsItIs() throws Exception {
        Map<String, byte[]> before = ofThisTest();
        Map<String, byte[]> after = new HashMap<>(before);
        PlainLambdas.replace(after, PlainLambdasTest.class.getClassLoader());
        String parent = Parent.class.getName().replace('.', '/') + ".class";
        assertArrayEquals(before.get(parent), after.get(parent));
        assertEquals(List.of(), after.keySet().stream().filter(name -> name.contains("Parent$Lambdas")).toList());
    }
}
