package dev.perfdoctor.checks;

import static com.tngtech.archunit.core.domain.JavaCall.Predicates.target;
import static com.tngtech.archunit.core.domain.JavaClass.Predicates.resideInAnyPackage;
import static com.tngtech.archunit.core.domain.properties.HasName.Predicates.nameMatching;
import static com.tngtech.archunit.core.domain.properties.HasOwner.Predicates.With.owner;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.classes;
import static com.tngtech.archunit.lang.syntax.ArchRuleDefinition.noClasses;

import com.tngtech.archunit.core.domain.JavaClass;
import com.tngtech.archunit.core.importer.ImportOption;
import com.tngtech.archunit.junit.AnalyzeClasses;
import com.tngtech.archunit.junit.ArchTest;
import com.tngtech.archunit.lang.ArchRule;
import dev.perfdoctor.api.Check;
import dev.perfdoctor.api.Host;

/** Who may know whom. A class that needs to break a rule is in the wrong package, or a fact is missing. */
@AnalyzeClasses(packages = "dev.perfdoctor", importOptions = ImportOption.DoNotIncludeTests.class)
final class LayersTest {
    @ArchTest
    static final ArchRule THE_API_STANDS_ALONE = classes()
            .that()
            .resideInAPackage("dev.perfdoctor.api")
            .should()
            .onlyDependOnClassesThat()
            .resideInAnyPackage("dev.perfdoctor.api", "java..");

    @ArchTest
    static final ArchRule FACTS_KNOW_THE_API_ALONE = classes()
            .that()
            .resideInAPackage("dev.perfdoctor.facts")
            .should()
            .onlyDependOnClassesThat()
            .resideInAnyPackage("dev.perfdoctor.facts", "dev.perfdoctor.api", "java..");

    @ArchTest
    static final ArchRule CHECKS_KNOW_FACTS_AND_THE_API_ALONE = classes()
            .that()
            .resideInAPackage("dev.perfdoctor.checks")
            .should()
            .onlyDependOnClassesThat()
            .resideInAnyPackage("dev.perfdoctor.checks", "dev.perfdoctor.facts", "dev.perfdoctor.api", "java..");

    @ArchTest
    static final ArchRule ONLY_THE_START_OF_THE_PROGRAM_KNOWS_THE_CHECKS = noClasses()
            .that()
            .resideOutsideOfPackages("dev.perfdoctor.checks", "dev.perfdoctor")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("dev.perfdoctor.checks");

    @ArchTest
    static final ArchRule CHECKS_READ_NOTHING_THEMSELVES = noClasses()
            .that()
            .resideInAPackage("dev.perfdoctor.checks")
            .should()
            .dependOnClassesThat(resideInAnyPackage("java.io", "java.nio..", "java.net..", "java.util.regex")
                    .or(JavaClass.Predicates.equivalentTo(ProcessBuilder.class))
                    .or(JavaClass.Predicates.equivalentTo(Runtime.class))
                    .or(JavaClass.Predicates.equivalentTo(System.class))
                    .or(JavaClass.Predicates.assignableTo(Host.class)));

    @ArchTest
    static final ArchRule CHECKS_PARSE_NOTHING = noClasses()
            .that()
            .resideInAPackage("dev.perfdoctor.checks")
            .should()
            .callMethodWhere(target(owner(JavaClass.Predicates.equivalentTo(String.class)))
                    .and(target(nameMatching("split|matches|replaceAll|replaceFirst"))));

    @ArchTest
    static final ArchRule FACTS_READ_THROUGH_THE_HOST = noClasses()
            .that()
            .resideInAnyPackage("dev.perfdoctor.facts", "dev.perfdoctor.engine", "dev.perfdoctor.api")
            .should()
            .dependOnClassesThat(resideInAnyPackage("java.nio.file..", "java.net..")
                    .or(JavaClass.Predicates.assignableTo(java.io.File.class))
                    .or(JavaClass.Predicates.assignableTo(java.io.FileInputStream.class))
                    .or(JavaClass.Predicates.equivalentTo(ProcessBuilder.class)));

    @ArchTest
    static final ArchRule REPORTS_KNOW_NEITHER_COMMANDS_NOR_HOSTS = noClasses()
            .that()
            .resideInAnyPackage("dev.perfdoctor.report", "dev.perfdoctor.engine")
            .should()
            .dependOnClassesThat()
            .resideInAnyPackage("dev.perfdoctor.cli", "dev.perfdoctor.host", "dev.perfdoctor.input");

    @ArchTest
    static final ArchRule THE_ENGINE_KNOWS_NO_FORMAT =
            noClasses().that().resideInAPackage("dev.perfdoctor.engine").should().dependOnClassesThat().resideInAPackage("dev.perfdoctor.report");

    @ArchTest
    static final ArchRule ONE_CLASS_KNOWS_THE_PARSER = noClasses()
            .that()
            .haveNameNotMatching("dev\\.perfdoctor\\.cli\\.ArgumentParser(\\$.*)?")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("picocli..");

    /** Loaded, it costs a default run more than everything else together. */
    @ArchTest
    static final ArchRule ONE_PACKAGE_KNOWS_OSHI = noClasses()
            .that()
            .resideOutsideOfPackage("dev.perfdoctor.hardware")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("oshi..");

    @ArchTest
    static final ArchRule ONE_CLASS_LOADS_IT = noClasses()
            .that()
            .resideOutsideOfPackage("dev.perfdoctor.hardware")
            .and()
            .haveNameNotMatching("dev\\.perfdoctor\\.host\\.HardwareCommand")
            .should()
            .dependOnClassesThat()
            .resideInAPackage("dev.perfdoctor.hardware");

    /** Its installation costs a tenth of the start and leaves files in /tmp. */
    @ArchTest
    static final ArchRule NOBODY_INSTALLS_A_CONSOLE =
            noClasses().should().dependOnClassesThat().haveSimpleName("AnsiConsole");

    @ArchTest
    static final ArchRule A_CHECK_IS_FINAL =
            classes().that().implement(Check.class).should().haveModifier(com.tngtech.archunit.core.domain.JavaModifier.FINAL).allowEmptyShould(true);
}
