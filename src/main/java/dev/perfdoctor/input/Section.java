package dev.perfdoctor.input;

import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.Set;

/** A mapping of a YAML file, asked key by key. What has the wrong form is a {@link WrongInput} that names file, line and key. */
public final class Section {
    private final String file;
    private final String at;
    private final Yaml.Mapping mapping;

    private Section(String file, String at, Yaml.Mapping mapping) {
        this.file = file;
        this.at = at;
        this.mapping = mapping;
    }

    /** The mapping a whole YAML text is. */
    public static Section of(String file, String text) {
        return of(file, "", Yaml.parse(file, text));
    }

    /** A value that must be a mapping. */
    public static Section of(String file, String at, Yaml value) {
        if (value instanceof Yaml.Mapping mapping) {
            return new Section(file, at, mapping);
        }
        throw new WrongInput(file, value.line(), at, "is " + form(value) + "; a mapping of keys is wanted");
    }

    /** This section, when it has no other key than these. */
    public Section allowing(List<String> known) {
        for (String key : keys()) {
            if (!known.contains(key)) {
                throw new WrongInput(file, line(key), at, "the key " + Nearest.complaint(key, known));
            }
        }
        return this;
    }

    /** The keys in the order of the file. */
    public Set<String> keys() {
        return mapping.values().keySet();
    }

    /** Whether the key is there. */
    public boolean has(String key) {
        return mapping.values().containsKey(key);
    }

    /** Whether any of these keys is there. */
    public boolean hasAny(String... some) {
        for (String key : some) {
            if (has(key)) {
                return true;
            }
        }
        return false;
    }

    /** The line of a key, or of the section where it is not there. */
    public int line(String key) {
        return mapping.lines().getOrDefault(key, mapping.line());
    }

    /** The value as it was written. */
    public Optional<Yaml> value(String key) {
        return Optional.ofNullable(mapping.values().get(key));
    }

    /** A complaint about the value of a key. */
    public WrongInput wrong(String key, String problem) {
        return new WrongInput(file, line(key), at(key), problem);
    }

    /** A complaint about this section. */
    public WrongInput wrong(String problem) {
        return new WrongInput(file, mapping.line(), at, problem);
    }

    /** The way to a key, such as {@code files./etc/passwd.mode}. */
    public String at(String key) {
        String shown = Nearest.shortened(key);
        return at.isEmpty() ? shown : at + "." + shown;
    }

    /** A word, a number or a block of text, as it was written; nothing at all is a complaint. */
    public Optional<String> text(String key) {
        return scalar(key).map(scalar -> {
            if (scalar.isNothing()) {
                throw wrong(key, "has no value; \"\" is empty text");
            }
            return scalar.text();
        });
    }

    /** As {@link #text}, a key without a value being empty text, as is a key that is not there. */
    public String textOrEmpty(String key) {
        return scalar(key).filter(scalar -> !scalar.isNothing()).map(Yaml.Scalar::text).orElse("");
    }

    private Optional<Yaml.Scalar> scalar(String key) {
        return value(key).map(value -> switch (value) {
            case Yaml.Scalar scalar -> scalar;
            case Yaml.Mapping _, Yaml.Sequence _ -> throw wrong(key, "is " + form(value) + "; text is wanted");
        });
    }

    /** A whole number from 0. */
    public OptionalLong number(String key) {
        return number(key, 0, Long.MAX_VALUE);
    }

    /** A whole number between two bounds, both included. */
    public OptionalLong number(String key, long least, long most) {
        Optional<String> text = text(key);
        if (text.isEmpty()) {
            return OptionalLong.empty();
        }
        try {
            long number = Long.parseLong(text.get());
            if (number >= least && number <= most) {
                return OptionalLong.of(number);
            }
        } catch (NumberFormatException e) {
            // said below
        }
        String range = most == Long.MAX_VALUE ? "from " + least : "from " + least + " to " + most;
        throw wrong(key, "'" + Nearest.shortened(text.get()) + "' is not a whole number " + range);
    }

    /** As {@link #number(String, long, long)}, for an int. */
    public OptionalInt integer(String key, int least, int most) {
        OptionalLong number = number(key, least, most);
        return number.isPresent() ? OptionalInt.of((int) number.getAsLong()) : OptionalInt.empty();
    }

    /** {@code true} or {@code false}. */
    public Optional<Boolean> flag(String key) {
        return choice(key, List.of("true", "false")).map(Boolean::valueOf);
    }

    /** One of some words. */
    public Optional<String> choice(String key, List<String> allowed) {
        Optional<String> word = text(key);
        if (word.isPresent() && !allowed.contains(word.get())) {
            throw wrong(key, Nearest.complaint(word.get(), allowed));
        }
        return word;
    }

    /** A moment: {@code 2026-09-12T10:00:00Z}, with any offset, or a day alone; without an offset it is UTC. */
    public Optional<Instant> time(String key) {
        return text(key).map(text -> {
            try {
                return moment(text.strip().replace(' ', 'T'));
            } catch (DateTimeException e) {
                throw wrong(key, "'" + Nearest.shortened(text) + "' is not a time such as 2026-09-12T10:00:00Z");
            }
        });
    }

    private static Instant moment(String text) {
        if (text.length() <= "2026-09-12".length()) {
            return LocalDate.parse(text).atStartOfDay(ZoneOffset.UTC).toInstant();
        }
        boolean offset = text.endsWith("Z") || text.lastIndexOf('+') > 0 || text.lastIndexOf('-') > "2026-09-12".length();
        return offset ? OffsetDateTime.parse(text).toInstant() : LocalDateTime.parse(text).toInstant(ZoneOffset.UTC);
    }

    /** A list of words; a single word is a list of one. */
    public Optional<List<String>> texts(String key) {
        return value(key).map(value -> value instanceof Yaml.Sequence list ? words(key, list) : List.of(text(key).orElseThrow()));
    }

    private List<String> words(String key, Yaml.Sequence list) {
        List<String> words = new ArrayList<>();
        for (Yaml item : list.items()) {
            if (!(item instanceof Yaml.Scalar scalar)) {
                throw new WrongInput(file, item.line(), at(key), "holds " + form(item) + "; a list of words is wanted");
            }
            words.add(scalar.text());
        }
        return List.copyOf(words);
    }

    /** A mapping within this one; a key without a value is an empty one. */
    public Optional<Section> section(String key) {
        return value(key).map(value -> value instanceof Yaml.Scalar scalar && scalar.isNothing()
                ? new Section(file, at(key), new Yaml.Mapping(Map.of(), Map.of(), value.line(), 1))
                : of(file, at(key), value));
    }

    /** A list of mappings; a key without a value is an empty one. */
    public List<Section> sections(String key) {
        List<Section> sections = new ArrayList<>();
        Yaml value = value(key).orElse(null);
        if (value == null || (value instanceof Yaml.Scalar scalar && scalar.isNothing())) {
            return sections;
        }
        if (!(value instanceof Yaml.Sequence list)) {
            throw wrong(key, "is " + form(value) + "; a list is wanted");
        }
        for (Yaml item : list.items()) {
            sections.add(of(file, at(key) + "[" + sections.size() + "]", item));
        }
        return sections;
    }

    /** All keys with their words: an environment. A key without a value is empty. */
    public Map<String, String> words() {
        Map<String, String> words = new LinkedHashMap<>();
        for (String key : keys()) {
            words.put(key, textOrEmpty(key));
        }
        return words;
    }

    private static String form(Yaml value) {
        return switch (value) {
            case Yaml.Scalar scalar when scalar.isNothing() -> "empty";
            case Yaml.Scalar _ -> "text";
            case Yaml.Sequence _ -> "a list";
            case Yaml.Mapping _ -> "a mapping";
        };
    }
}
