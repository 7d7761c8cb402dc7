package dev.perfdoctor.input;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.snakeyaml.engine.v2.api.LoadSettings;
import org.snakeyaml.engine.v2.api.lowlevel.Parse;
import org.snakeyaml.engine.v2.common.Anchor;
import org.snakeyaml.engine.v2.events.AliasEvent;
import org.snakeyaml.engine.v2.events.DocumentStartEvent;
import org.snakeyaml.engine.v2.events.Event;
import org.snakeyaml.engine.v2.events.MappingStartEvent;
import org.snakeyaml.engine.v2.events.NodeEvent;
import org.snakeyaml.engine.v2.events.ScalarEvent;
import org.snakeyaml.engine.v2.events.SequenceStartEvent;
import org.snakeyaml.engine.v2.exceptions.Mark;
import org.snakeyaml.engine.v2.exceptions.MarkedYamlEngineException;
import org.snakeyaml.engine.v2.exceptions.ReaderException;
import org.snakeyaml.engine.v2.exceptions.YamlEngineException;

/**
 * Grows a {@link Yaml} from the library's events, without recursion. Not its composer: that recurses as deep as a file wants and does not
 * count what aliases expand to.
 */
final class YamlParser {
    /** Values within values: more than any file of ours has. */
    private static final int DEEPEST = 40;

    /** Values after aliases are expanded. */
    private static final int MOST = 2_000_000;

    private final String file;
    private final Deque<Open> open = new ArrayDeque<>();
    private final Map<Anchor, Yaml> anchors = new HashMap<>();
    private int documents;
    private Yaml document;

    private YamlParser(String file) {
        this.file = file;
    }

    static Yaml parse(String file, String text) {
        LoadSettings settings = LoadSettings.builder().setLabel(file).setCodePointLimit(Integer.MAX_VALUE).build();
        YamlParser parser = new YamlParser(file);
        try {
            for (Event event : new Parse(settings).parseString(text)) {
                parser.take(event);
            }
        } catch (MarkedYamlEngineException wrong) {
            int line = wrong.getProblemMark().or(wrong::getContextMark).map(mark -> mark.getLine() + 1).orElse(0);
            throw new WrongInput(file, line, "", "not YAML: " + Nearest.shortened(String.valueOf(wrong.getProblem()).strip()));
        } catch (ReaderException wrong) {
            throw new WrongInput(file, lineAt(text, wrong.getPosition()), "",
                    "not text: holds the control character U+%04X; write it escaped, in double quotes".formatted(wrong.getCodePoint()));
        } catch (YamlEngineException wrong) {
            throw new WrongInput(file, "not YAML: " + Nearest.shortened(String.valueOf(wrong.getMessage())));
        }
        return parser.document();
    }

    /** A collection whose end was not seen yet. */
    private static final class Open {
        final boolean mapping;
        final int line;
        final Anchor anchor;
        final List<Yaml> items = new ArrayList<>();
        final Map<String, Yaml> values = new LinkedHashMap<>();
        final Map<String, Integer> lines = new HashMap<>();
        String key;
        int weight = 1;

        Open(boolean mapping, int line, Anchor anchor) {
            this.mapping = mapping;
            this.line = line;
            this.anchor = anchor;
        }

        Yaml closed() {
            return mapping ? new Yaml.Mapping(values, lines, line, weight) : new Yaml.Sequence(items, line, weight);
        }
    }

    private void take(Event event) {
        switch (event.getEventId()) {
            case DocumentStart -> startDocument((DocumentStartEvent) event);
            case MappingStart -> start(true, (MappingStartEvent) event, ((MappingStartEvent) event).getTag().orElse(""));
            case SequenceStart -> start(false, (SequenceStartEvent) event, ((SequenceStartEvent) event).getTag().orElse(""));
            case MappingEnd, SequenceEnd -> end();
            case Scalar -> scalar((ScalarEvent) event);
            case Alias -> alias((AliasEvent) event);
            case StreamStart, StreamEnd, DocumentEnd, Comment -> {}
        }
    }

    private void startDocument(DocumentStartEvent event) {
        if (++documents > 1) {
            throw wrong(event, "a second document starts here; one is allowed");
        }
    }

    private void start(boolean mapping, NodeEvent event, String tag) {
        refuseTag(event, tag);
        if (open.size() >= DEEPEST) {
            throw wrong(event, "nested more than " + DEEPEST + " deep");
        }
        refuseCollectionAsKey(event);
        open.push(new Open(mapping, line(event), event.getAnchor().orElse(null)));
    }

    private boolean expectsKey() {
        return !open.isEmpty() && open.peek().mapping && open.peek().key == null;
    }

    private void refuseCollectionAsKey(Event event) {
        if (expectsKey()) {
            throw wrong(event, "a key is a word, not a list or a mapping");
        }
    }

    private void end() {
        Open ended = open.pop();
        Yaml value = ended.closed();
        if (ended.anchor != null) {
            anchors.put(ended.anchor, value);
        }
        add(value, ended.line);
    }

    private void scalar(ScalarEvent event) {
        refuseTag(event, event.getTag().orElse(""));
        Yaml.Scalar value = new Yaml.Scalar(event.getValue(), event.isPlain(), line(event));
        event.getAnchor().ifPresent(anchor -> anchors.put(anchor, value));
        add(value, value.line());
    }

    private void alias(AliasEvent event) {
        Anchor anchor = event.getAlias();
        Yaml value = anchors.get(anchor);
        if (value == null) {
            boolean within = open.stream().anyMatch(o -> anchor.equals(o.anchor));
            throw wrong(event, "*" + Nearest.shortened(anchor.getValue()) + (within ? " contains itself" : " names nothing above"));
        }
        add(value, line(event));
    }

    private void add(Yaml value, int line) {
        if (open.isEmpty()) {
            document = value;
            return;
        }
        Open into = open.peek();
        if (into.mapping && into.key == null) {
            into.key = key(into, value, line);
            return;
        }
        into.weight += value.weight();
        if (into.weight > MOST) {
            throw new WrongInput(file, line, "", "aliases expand to more than " + MOST + " values");
        }
        if (into.mapping) {
            into.values.put(into.key, value);
            into.key = null;
        } else {
            into.items.add(value);
        }
    }

    private String key(Open into, Yaml value, int line) {
        if (!(value instanceof Yaml.Scalar scalar)) {
            throw new WrongInput(file, line, "", "a key is a word, not a list or a mapping");
        }
        Integer before = into.lines.putIfAbsent(scalar.text(), line);
        if (before != null) {
            throw new WrongInput(file, line, Nearest.shortened(scalar.text()), "stands here twice; first in line " + before);
        }
        return scalar.text();
    }

    private void refuseTag(Event event, String tag) {
        boolean usual = tag.isEmpty() || tag.equals("!") || tag.equals("tag:yaml.org,2002:str")
                || tag.equals("tag:yaml.org,2002:map") || tag.equals("tag:yaml.org,2002:seq");
        if (!usual) {
            throw wrong(event, "the tag " + Nearest.shortened(tag) + " is not allowed; values are plain text, lists and mappings");
        }
    }

    private Yaml document() {
        if (document == null) {
            throw new WrongInput(file, "empty: holds no YAML value");
        }
        return document;
    }

    private WrongInput wrong(Event event, String problem) {
        return new WrongInput(file, line(event), "", problem);
    }

    private static int line(Event event) {
        return event.getStartMark().map(Mark::getLine).orElse(-1) + 1;
    }

    private static int lineAt(String text, int position) {
        return 1 + (int) text.codePoints().limit(position).filter(c -> c == '\n').count();
    }
}
