package dev.perfdoctor.api;

import java.util.function.Function;

/** Typed views over a host, each computed once and shared. A fact gets itself: {@code Sudo.of(facts)}. Safe for many threads. */
public interface Facts {
    /** The machine; for facts, never for checks (a rule test holds this). */
    Host host();

    /** What the user asked of this run. */
    Request request();

    /** The one value of this type, computed by {@code how} on the first call. A fact that needs itself fails and names the circle. */
    default <T> T once(Class<T> fact, Function<? super Facts, ? extends T> how) {
        return once(fact, "", how);
    }

    /** As {@link #once(Class, Function)}, one value per {@code subject}, such as a path. */
    <T> T once(Class<T> fact, Object subject, Function<? super Facts, ? extends T> how);
}
