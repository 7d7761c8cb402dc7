package dev.perfdoctor.host;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Listed files where their links lead: {@code /lib/modules/x} beside {@code /lib: {link: usr/lib}} is the file {@code /usr/lib/modules/x}. A
 * path that is spelled without links wins over one that arrives at the same place.
 */
final class Rehomed {
    /** MAXSYMLINKS of linux/namei.h. */
    private static final int MOST_LINKS = 40;

    private final Map<String, String> links = new HashMap<>();

    private Rehomed() {}

    static Map<String, Node> of(Map<String, Node> listed) {
        Rehomed homes = new Rehomed();
        // Parents before what lies below them, so that each link is known under its own home first.
        new TreeMap<>(listed).forEach((path, node) -> {
            if (node instanceof Node.Entry(_, Node.Link(String text), _, _)) {
                homes.links.put(homes.home(path), text);
            }
        });
        if (homes.links.isEmpty()) {
            return listed;
        }
        Map<String, Node> result = new LinkedHashMap<>();
        listed.forEach((path, node) -> {
            String home = homes.home(path);
            if (home.equals(path)) {
                result.put(path, node);
            } else {
                result.putIfAbsent(home, node);
            }
        });
        return result;
    }

    /** The path with links in its parents followed; the path itself where they lead round in a circle. */
    private String home(String path) {
        String here = path;
        for (int followed = 0; followed <= MOST_LINKS; followed++) {
            String next = oneLinkFurther(here);
            if (next.equals(here)) {
                return here;
            }
            here = next;
        }
        return path;
    }

    private String oneLinkFurther(String path) {
        for (int slash = path.indexOf('/', 1); slash > 0; slash = path.indexOf('/', slash + 1)) {
            String parent = path.substring(0, slash);
            String text = links.get(parent);
            if (text != null) {
                String target = text.startsWith("/") ? text : Walk.parent(parent) + "/" + text;
                return lexical(target + path.substring(slash));
            }
        }
        return path;
    }

    private static String lexical(String path) {
        List<String> names = new ArrayList<>();
        for (String name : path.split("/", -1)) {
            if (name.equals("..")) {
                if (!names.isEmpty()) {
                    names.removeLast();
                }
            } else if (!name.isEmpty() && !name.equals(".")) {
                names.add(name);
            }
        }
        return "/" + String.join("/", names);
    }
}
