package dev.perfdoctor.image;

import static java.lang.constant.ConstantDescs.CD_Object;
import static java.lang.constant.ConstantDescs.CD_int;
import static java.lang.constant.ConstantDescs.CD_void;
import static java.lang.constant.ConstantDescs.INIT_NAME;
import static java.lang.constant.ConstantDescs.MTD_void;
import static java.util.stream.Collectors.groupingBy;

import java.lang.classfile.ClassBuilder;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassModel;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.Label;
import java.lang.classfile.MethodTransform;
import java.lang.classfile.TypeKind;
import java.lang.classfile.attribute.NestHostAttribute;
import java.lang.classfile.attribute.NestMembersAttribute;
import java.lang.classfile.Attributes;
import java.lang.classfile.MethodModel;
import java.lang.classfile.constantpool.ClassEntry;
import java.lang.classfile.instruction.InvokeDynamicInstruction;
import java.lang.classfile.instruction.SwitchCase;
import java.lang.constant.ClassDesc;
import java.lang.constant.DirectMethodHandleDesc;
import java.lang.constant.MethodTypeDesc;
import java.lang.invoke.LambdaMetafactory;
import java.lang.reflect.AccessFlag;
import java.lang.reflect.Method;
import java.lang.reflect.Modifier;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * The lambdas of a class as objects of one class beside it, instead of a hidden class for each. An AOT cache loads all its classes at every
 * start, for some 12 µs each, and a third of them were lambdas. What they do is what {@link LambdaMetafactory} specifies; those that can be
 * serialized stay as they are.
 *
 * <p>The class beside it belongs to the same nest (JVMS 5.4.4), so it may call the private methods that lambdas are compiled to.
 */
final class PlainLambdas {
    private static final String NUMBER = "number";
    private static final String MAKE = "make";

    private final ClassFile file;
    private final ClassLoader others;

    private PlainLambdas(ClassLoader others) {
        this.file = PlainCalls.file(others);
        this.others = others;
    }

    /** Adds the classes to a jar's, named by their paths, and lets the others use them. */
    static void replace(Map<String, byte[]> entries, ClassLoader others) {
        new PlainLambdas(others).replace(entries);
    }

    private void replace(Map<String, byte[]> entries) {
        Map<String, Beside> all = new LinkedHashMap<>();
        entries.forEach((name, content) -> {
            if (name.endsWith(".class")) {
                all.put(name, beside(file.parse(content)));
            }
        });
        Map<ClassDesc, List<ClassDesc>> nests = all.values().stream()
                .flatMap(b -> b.groups.stream().map(g -> Map.entry(b.host(), g.name())))
                .collect(groupingBy(Map.Entry::getKey, Collectors.mapping(Map.Entry::getValue, Collectors.toList())));
        all.forEach((name, beside) -> {
            List<ClassDesc> members = nests.getOrDefault(beside.name(), List.of());
            if (!beside.groups.isEmpty() || !members.isEmpty()) {
                entries.put(name, PlainCalls.verified(file, beside.user(members)));
            }
            beside.groups.forEach(group -> entries.put(path(group.name()), PlainCalls.verified(file, beside.build(group))));
        });
    }

    private static String path(ClassDesc type) {
        String descriptor = type.descriptorString();
        return descriptor.substring(1, descriptor.length() - 1) + ".class";
    }

    /** One lambda: what was linked. */
    private record Site(
            int number, ClassDesc type, String method, MethodTypeDesc captured, MethodTypeDesc erased, MethodTypeDesc typed,
            DirectMethodHandleDesc body) {
        static boolean is(InvokeDynamicInstruction call) {
            DirectMethodHandleDesc linker = call.bootstrapMethod();
            return linker.owner().equals(LambdaMetafactory.class.describeConstable().orElseThrow())
                    && linker.methodName().equals("metafactory");
        }

        static Site of(int number, InvokeDynamicInstruction call) {
            MethodTypeDesc captured = call.typeSymbol();
            return new Site(
                    number,
                    captured.returnType(),
                    call.name().stringValue(),
                    captured,
                    (MethodTypeDesc) call.bootstrapArgs().get(0),
                    (MethodTypeDesc) call.bootstrapArgs().get(2),
                    (DirectMethodHandleDesc) call.bootstrapArgs().get(1));
        }

        /** How what it captured is kept: references as Object. */
        MethodTypeDesc kept() {
            List<ClassDesc> types = captured.parameterList().stream().map(t -> t.isPrimitive() ? t : CD_Object).toList();
            return MethodTypeDesc.of(type, Stream.concat(types.stream(), Stream.of(CD_int)).toList());
        }

        /** What the body takes, the object that it is called on among it, and answers. */
        MethodTypeDesc bodyType() {
            return body.kind() == DirectMethodHandleDesc.Kind.CONSTRUCTOR
                    ? body.invocationType().changeReturnType(body.owner())
                    : body.invocationType();
        }

        void call(CodeBuilder code) {
            String name = body.methodName();
            MethodTypeDesc type = MethodTypeDesc.ofDescriptor(body.lookupDescriptor());
            switch (body.kind()) {
                case STATIC, INTERFACE_STATIC -> code.invokestatic(body.owner(), name, type, body.isOwnerInterface());
                case CONSTRUCTOR -> code.invokespecial(body.owner(), INIT_NAME, type);
                case INTERFACE_VIRTUAL, INTERFACE_SPECIAL -> code.invokeinterface(body.owner(), name, type);
                case VIRTUAL, SPECIAL -> code.invokevirtual(body.owner(), name, type); // special: a private method of the nest
                default -> throw new IllegalStateException("no body of a lambda: " + body);
            }
        }
    }

    /** Lambdas that share a class: no default method of one's interface is a method of another's. */
    private record Group(ClassDesc name, Set<ClassDesc> types, List<Site> sites) {}

    private Beside beside(ClassModel model) {
        Beside beside = new Beside(model, new ArrayList<>(), new LinkedHashMap<>());
        model.methods().stream()
                .flatMap(m -> m.code().stream())
                .flatMap(c -> c.elementStream())
                .filter(e -> e instanceof InvokeDynamicInstruction call && Site.is(call))
                .forEach(e -> beside.add(Site.of(beside.places.size(), (InvokeDynamicInstruction) e)));
        return beside;
    }

    /** A class and its lambdas; {@code places}: in which class each is. */
    private final class Beside {
        private final ClassModel model;
        private final List<Group> groups;
        private final Map<Site, ClassDesc> places;

        Beside(ClassModel model, List<Group> groups, Map<Site, ClassDesc> places) {
            this.model = model;
            this.groups = groups;
            this.places = places;
        }

        ClassDesc name() {
            return model.thisClass().asSymbol();
        }

        ClassDesc host() {
            return model.findAttribute(Attributes.nestHost()).map(h -> h.nestHost().asSymbol()).orElse(name());
        }

        void add(Site site) {
            Group group = groups.stream()
                    .filter(g -> g.types.stream().allMatch(t -> agree(t, site.type)))
                    .findFirst()
                    .orElseGet(this::newGroup);
            group.types.add(site.type);
            group.sites.add(site);
            places.put(site, group.name);
        }

        private Group newGroup() {
            ClassDesc name = name().nested("Lambdas" + (groups.isEmpty() ? "" : groups.size()));
            groups.add(new Group(name, new LinkedHashSet<>(), new ArrayList<>()));
            return groups.getLast();
        }

        /** The class itself, which makes objects of those beside it. */
        byte[] user(List<ClassDesc> members) {
            List<ClassEntry> nest = new ArrayList<>(
                    model.findAttribute(Attributes.nestMembers()).map(NestMembersAttribute::nestMembers).orElse(List.of()));
            int[] next = {0};
            return file.build(name(), builder -> {
                builder.withVersion(model.majorVersion(), model.minorVersion());
                model.forEach(element -> {
                    if (element instanceof MethodModel method) {
                        builder.transformMethod(method, MethodTransform.transformingCode((code, e) -> {
                            if (e instanceof InvokeDynamicInstruction call && Site.is(call)) {
                                make(code, Site.of(next[0]++, call));
                            } else {
                                code.with(e);
                            }
                        }));
                    } else if (!(element instanceof NestMembersAttribute)) {
                        builder.with(element);
                    }
                });
                members.forEach(m -> nest.add(builder.constantPool().classEntry(m)));
                if (!nest.isEmpty()) {
                    builder.with(NestMembersAttribute.of(nest));
                }
            });
        }

        private void make(CodeBuilder code, Site site) {
            code.loadConstant(site.number).invokestatic(places.get(site), MAKE, site.kept());
        }

        byte[] build(Group group) {
            return file.build(group.name, builder -> {
                builder.withVersion(model.majorVersion(), model.minorVersion());
                builder.withFlags(AccessFlag.FINAL, AccessFlag.SUPER, AccessFlag.SYNTHETIC);
                builder.withInterfaceSymbols(List.copyOf(group.types));
                builder.with(NestHostAttribute.of(host()));
                fields(builder, group);
                builder.withMethodBody(INIT_NAME, MTD_void, 0, code -> code.aload(0).invokespecial(CD_Object, INIT_NAME, MTD_void).return_());
                group.sites.stream().map(Site::kept).distinct().forEach(kept -> makes(builder, group, kept));
                group.sites.stream()
                        .collect(groupingBy(s -> s.method + s.erased.descriptorString(), LinkedHashMap::new, Collectors.toList()))
                        .values()
                        .forEach(sites -> method(builder, group, sites));
            });
        }
    }

    private static String field(int place, ClassDesc kept) {
        return kept.descriptorString().substring(0, 1) + place;
    }

    private static void fields(ClassBuilder builder, Group group) {
        Map<String, ClassDesc> fields = new LinkedHashMap<>(Map.of(NUMBER, CD_int));
        for (Site site : group.sites) {
            for (int i = 0; i < site.captured.parameterCount(); i++) {
                ClassDesc kept = site.kept().parameterType(i);
                fields.put(field(i, kept), kept);
            }
        }
        fields.forEach((name, type) -> builder.withField(name, type, 0));
    }

    private static void makes(ClassBuilder builder, Group group, MethodTypeDesc kept) {
        builder.withMethodBody(MAKE, kept, Modifier.STATIC, code -> {
            code.new_(group.name).dup().invokespecial(group.name, INIT_NAME, MTD_void);
            for (int i = 0; i < kept.parameterCount(); i++) {
                ClassDesc type = kept.parameterType(i);
                code.dup().loadLocal(TypeKind.from(type), code.parameterSlot(i));
                code.putfield(group.name, i == kept.parameterCount() - 1 ? NUMBER : field(i, type), type);
            }
            code.areturn();
        });
    }

    /** A method of one or more interfaces, for all lambdas that have it. */
    private static void method(ClassBuilder builder, Group group, List<Site> sites) {
        builder.withMethodBody(sites.getFirst().method, sites.getFirst().erased, Modifier.PUBLIC, code -> {
            Map<Site, Label> labels = new LinkedHashMap<>();
            sites.forEach(site -> labels.put(site, code.newLabel()));
            if (sites.size() > 1) {
                List<SwitchCase> cases = sites.stream().map(site -> SwitchCase.of(site.number, labels.get(site))).toList();
                code.aload(0).getfield(group.name, NUMBER, CD_int);
                code.tableswitch(labels.get(sites.getFirst()), cases);
            }
            labels.forEach((site, label) -> {
                code.labelBinding(label);
                run(code, group, site);
            });
        });
    }

    private static void run(CodeBuilder code, Group group, Site site) {
        if (site.body.kind() == DirectMethodHandleDesc.Kind.CONSTRUCTOR) {
            code.new_(site.body.owner()).dup();
        }
        MethodTypeDesc body = site.bodyType();
        int captured = site.captured.parameterCount();
        for (int i = 0; i < body.parameterCount(); i++) {
            if (i < captured) {
                ClassDesc kept = site.kept().parameterType(i);
                code.aload(0).getfield(group.name, field(i, kept), kept);
                convert(code, kept, body.parameterType(i));
            } else {
                ClassDesc given = site.erased.parameterType(i - captured);
                code.loadLocal(TypeKind.from(given), code.parameterSlot(i - captured));
                convert(code, given, site.typed.parameterType(i - captured), body.parameterType(i));
            }
        }
        site.call(code);
        ClassDesc answer = site.erased.returnType();
        if (!answer.equals(CD_void)) {
            convert(code, body.returnType(), answer);
        } else if (!body.returnType().equals(CD_void)) {
            if (TypeKind.from(body.returnType()).slotSize() == 2) {
                code.pop2();
            } else {
                code.pop();
            }
        }
        code.return_(TypeKind.from(answer));
    }

    /** From the erased type of the interface by way of the one it has here, which says what is unboxed. */
    private static void convert(CodeBuilder code, ClassDesc erased, ClassDesc typed, ClassDesc to) {
        if (!erased.isPrimitive() && to.isPrimitive()) {
            convert(code, erased, typed);
            convert(code, typed, to);
        } else {
            convert(code, erased, to);
        }
    }

    private static void convert(CodeBuilder code, ClassDesc from, ClassDesc to) {
        if (from.equals(to)) {
            return;
        }
        if (from.isPrimitive() && to.isPrimitive()) {
            code.conversion(TypeKind.from(from), TypeKind.from(to));
        } else if (from.isPrimitive()) {
            ClassDesc box = PlainCalls.boxed(from);
            code.invokestatic(box, "valueOf", MethodTypeDesc.of(box, from));
        } else if (to.isPrimitive()) {
            ClassDesc primitive = Stream.of("I", "J", "D", "F", "S", "B", "C", "Z")
                    .map(ClassDesc::ofDescriptor)
                    .filter(p -> PlainCalls.boxed(p).equals(from))
                    .findFirst()
                    .orElse(to);
            ClassDesc box = PlainCalls.boxed(primitive);
            code.checkcast(box).invokevirtual(box, primitive.displayName() + "Value", MethodTypeDesc.of(primitive));
            convert(code, primitive, to);
        } else if (!to.equals(CD_Object)) {
            code.checkcast(to);
        }
    }

    /** Whether an object can be of both types and each of their methods is still the one it was. */
    private boolean agree(ClassDesc one, ClassDesc other) {
        return one.equals(other) || !hides(one, other) && !hides(other, one);
    }

    private boolean hides(ClassDesc one, ClassDesc other) {
        List<Method> declared = List.of(loaded(other).getMethods());
        return Arrays.stream(loaded(one).getMethods())
                .filter(Method::isDefault)
                .anyMatch(m -> declared.stream().anyMatch(d -> signature(d).equals(signature(m))
                        && !d.getDeclaringClass().equals(m.getDeclaringClass())));
    }

    private static String signature(Method method) {
        return method.getName() + Arrays.toString(method.getParameterTypes()) + method.getReturnType();
    }

    private Class<?> loaded(ClassDesc type) {
        try {
            return Class.forName(type.packageName() + "." + type.displayName(), false, others);
        } catch (ClassNotFoundException e) {
            throw new IllegalStateException(e);
        }
    }
}
