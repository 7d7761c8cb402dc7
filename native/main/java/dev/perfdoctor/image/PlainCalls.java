package dev.perfdoctor.image;

import static java.lang.constant.ConstantDescs.CD_Object;
import static java.lang.constant.ConstantDescs.CD_String;
import static java.lang.constant.ConstantDescs.CD_boolean;
import static java.lang.constant.ConstantDescs.CD_int;

import dev.perfdoctor.engine.PlainLibrary;
import java.lang.classfile.ClassBuilder;
import java.lang.classfile.ClassFile;
import java.lang.classfile.ClassHierarchyResolver;
import java.lang.classfile.ClassModel;
import java.lang.classfile.CodeBuilder;
import java.lang.classfile.CodeElement;
import java.lang.classfile.MethodModel;
import java.lang.classfile.TypeKind;
import java.lang.classfile.instruction.InvokeDynamicInstruction;
import java.lang.classfile.instruction.InvokeInstruction;
import java.lang.constant.ClassDesc;
import java.lang.constant.ConstantDesc;
import java.lang.constant.DirectMethodHandleDesc;
import java.lang.constant.MethodTypeDesc;
import java.lang.reflect.AccessFlag;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;

/**
 * Calls that the JVM links when they are first made, replaced by methods of the class itself: pattern switches, and {@code equals} and
 * {@code hashCode} of records. The AOT cache of Java 25 keeps linked lambdas but not these (JEP 483 and 515), and a run makes some hundred of
 * them, each for half a millisecond. What a method answers is what {@code SwitchBootstraps.typeSwitch} and {@code ObjectMethods} specify.
 * Methods of the JDK that are slow when first called are replaced as well, by those of {@link PlainLibrary}.
 */
final class PlainCalls {
    private static final String SWITCHES = "java.lang.runtime.SwitchBootstraps";
    private static final String RECORDS = "java.lang.runtime.ObjectMethods";

    /** A method in the place of a linked call. */
    private record Plain(String name, MethodTypeDesc type, Consumer<CodeBuilder> body) {}

    private static final ClassDesc LIBRARY = PlainLibrary.class.describeConstable().orElseThrow();
    private static final ClassDesc CD_Comparator = Comparator.class.describeConstable().orElseThrow();
    private static final ClassDesc CD_Function = Function.class.describeConstable().orElseThrow();
    /** Methods as {@code class.name(types)result}, and the type of the static method in their place. */
    private static final Map<String, MethodTypeDesc> IN_LIBRARY = Map.of(
            "java/lang/String.formatted([Ljava/lang/Object;)Ljava/lang/String;",
            MethodTypeDesc.of(CD_String, CD_String, CD_Object.arrayType()),
            "java/util/Comparator.comparing(Ljava/util/function/Function;)Ljava/util/Comparator;",
            MethodTypeDesc.of(CD_Comparator, CD_Function),
            "java/util/Comparator.thenComparing(Ljava/util/Comparator;)Ljava/util/Comparator;",
            MethodTypeDesc.of(CD_Comparator, CD_Comparator, CD_Comparator));

    private final ClassModel model;
    private boolean changed;
    private final List<Plain> methods = new ArrayList<>();

    private PlainCalls(ClassModel model) {
        this.model = model;
    }

    /** The class with plain calls; the same bytes where it has none to replace. */
    static byte[] in(byte[] bytes, ClassLoader others) {
        ClassFile file = file(others);
        ClassModel model = file.parse(bytes);
        PlainCalls calls = new PlainCalls(model);
        if (model.thisClass().asSymbol().equals(LIBRARY)) {
            return bytes;
        }
        byte[] plain = file.build(model.thisClass().asSymbol(), builder -> calls.write(builder));
        return calls.changed ? verified(file, plain) : bytes;
    }

    /** What is on the class path is not loaded for its super class, only read. */
    static ClassFile file(ClassLoader others) {
        return ClassFile.of(ClassFile.ClassHierarchyResolverOption.of(
                ClassHierarchyResolver.defaultResolver().orElse(ClassHierarchyResolver.ofResourceParsing(others))));
    }

    static byte[] verified(ClassFile file, byte[] bytes) {
        List<VerifyError> errors = file.verify(bytes);
        if (!errors.isEmpty()) {
            throw new IllegalStateException(errors.getFirst());
        }
        return bytes;
    }

    private void write(ClassBuilder builder) {
        builder.withVersion(model.majorVersion(), model.minorVersion());
        model.forEach(element -> {
            if (element instanceof MethodModel method && calls(method)) {
                builder.transformMethod(method, java.lang.classfile.MethodTransform.transformingCode(this::replace));
            } else {
                builder.with(element);
            }
        });
        int flags = AccessFlag.PRIVATE.mask() | AccessFlag.STATIC.mask() | AccessFlag.SYNTHETIC.mask();
        methods.forEach(m -> builder.withMethodBody(m.name(), m.type(), flags, m.body()));
    }

    private static boolean calls(MethodModel method) {
        return method.code().stream()
                .flatMap(code -> code.elementStream())
                .anyMatch(e -> e instanceof InvokeDynamicInstruction call && body(call).isPresent()
                        || e instanceof InvokeInstruction plain && inLibrary(plain).isPresent());
    }

    private void replace(CodeBuilder code, CodeElement element) {
        Optional<Consumer<CodeBuilder>> body = element instanceof InvokeDynamicInstruction call ? body(call) : Optional.empty();
        if (element instanceof InvokeDynamicInstruction call && body.isPresent()) {
            Plain plain = new Plain("plain$" + methods.size() + "$" + call.name().stringValue(), call.typeSymbol(), body.get());
            methods.add(plain);
            changed = true;
            code.invokestatic(
                    model.thisClass().asSymbol(), plain.name(), plain.type(), model.flags().has(AccessFlag.INTERFACE));
        } else if (element instanceof InvokeInstruction call && inLibrary(call).isPresent()) {
            changed = true;
            code.invokestatic(LIBRARY, call.name().stringValue(), inLibrary(call).get());
        } else {
            code.with(element);
        }
    }

    private static Optional<MethodTypeDesc> inLibrary(InvokeInstruction call) {
        String called = call.owner().asInternalName() + "." + call.name().stringValue() + call.type().stringValue();
        return Optional.ofNullable(IN_LIBRARY.get(called));
    }

    private static Optional<Consumer<CodeBuilder>> body(InvokeDynamicInstruction call) {
        String owner = owner(call.bootstrapMethod());
        List<ConstantDesc> arguments = call.bootstrapArgs();
        String name = call.name().stringValue();
        if (owner.equals(SWITCHES) && name.equals("typeSwitch") && arguments.stream().allMatch(PlainCalls::isReferenceType)) {
            List<ClassDesc> types = arguments.stream().map(ClassDesc.class::cast).toList();
            return Optional.of(code -> typeSwitch(code, types));
        }
        if (owner.equals(RECORDS) && (name.equals("hashCode") || name.equals("equals"))) {
            ClassDesc type = (ClassDesc) arguments.getFirst();
            List<DirectMethodHandleDesc> fields =
                    arguments.stream().skip(2).map(DirectMethodHandleDesc.class::cast).toList();
            return Optional.of(name.equals("equals") ? code -> equality(code, type, fields) : code -> hash(code, fields));
        }
        return Optional.empty();
    }

    private static String owner(DirectMethodHandleDesc method) {
        return method.owner().packageName() + "." + method.owner().displayName();
    }

    private static boolean isReferenceType(ConstantDesc label) {
        return label instanceof ClassDesc type && !type.isPrimitive();
    }

    /** {@code (target, restart)}: the number of the first type from {@code restart} on that the target is of; -1 for null. */
    private static void typeSwitch(CodeBuilder code, List<ClassDesc> types) {
        code.aload(0).ifThen(java.lang.classfile.Opcode.IFNULL, none -> none.loadConstant(-1).ireturn());
        for (int i = 0; i < types.size(); i++) {
            int number = i;
            var next = code.newLabel();
            code.iload(1).loadConstant(number).if_icmpgt(next);
            code.aload(0).instanceOf(types.get(number)).ifeq(next);
            code.loadConstant(number).ireturn().labelBinding(next);
        }
        code.loadConstant(types.size()).ireturn();
    }

    private static void hash(CodeBuilder code, List<DirectMethodHandleDesc> fields) {
        code.loadConstant(0);
        for (DirectMethodHandleDesc field : fields) {
            code.loadConstant(31).imul();
            ClassDesc type = load(code, 0, field);
            ClassDesc of = type.isPrimitive() ? boxed(type) : Objects.class.describeConstable().orElseThrow();
            code.invokestatic(of, "hashCode", MethodTypeDesc.of(CD_int, type.isPrimitive() ? type : CD_Object)).iadd();
        }
        code.ireturn();
    }

    private static void equality(CodeBuilder code, ClassDesc record, List<DirectMethodHandleDesc> fields) {
        var differs = code.newLabel();
        code.aload(0).aload(1).ifThen(java.lang.classfile.Opcode.IF_ACMPEQ, same -> same.loadConstant(1).ireturn());
        code.aload(1).instanceOf(record).ifeq(differs);
        code.aload(1).checkcast(record).astore(2);
        for (DirectMethodHandleDesc field : fields) {
            ClassDesc type = load(code, 0, field);
            load(code, 2, field);
            if (type.isPrimitive()) {
                code.invokestatic(boxed(type), "compare", MethodTypeDesc.of(CD_int, type, type)).ifne(differs);
            } else {
                code.invokestatic(
                                Objects.class.describeConstable().orElseThrow(),
                                "equals",
                                MethodTypeDesc.of(CD_boolean, CD_Object, CD_Object))
                        .ifeq(differs);
            }
        }
        code.loadConstant(1).ireturn().labelBinding(differs).loadConstant(0).ireturn();
    }

    private static ClassDesc load(CodeBuilder code, int from, DirectMethodHandleDesc field) {
        ClassDesc type = field.invocationType().returnType();
        code.aload(from).getfield(field.owner(), field.methodName(), type);
        return type;
    }

    static ClassDesc boxed(ClassDesc type) {
        return switch (TypeKind.from(type)) {
            case BOOLEAN -> java.lang.constant.ConstantDescs.CD_Boolean;
            case BYTE -> java.lang.constant.ConstantDescs.CD_Byte;
            case CHAR -> java.lang.constant.ConstantDescs.CD_Character;
            case SHORT -> java.lang.constant.ConstantDescs.CD_Short;
            case INT -> java.lang.constant.ConstantDescs.CD_Integer;
            case LONG -> java.lang.constant.ConstantDescs.CD_Long;
            case FLOAT -> java.lang.constant.ConstantDescs.CD_Float;
            case DOUBLE -> java.lang.constant.ConstantDescs.CD_Double;
            case REFERENCE, VOID -> throw new IllegalArgumentException(type.displayName());
        };
    }
}
