package dev.perfdoctor.host;

import java.util.SortedSet;

/** The names of a captured machine, before links are followed. */
interface Layer {
    /** What stands at a normal path ({@code /a/b}) none of whose parents is a link. */
    Node at(String path);

    /** The names known to be directly below such a path. */
    SortedSet<String> names(String path);
}
