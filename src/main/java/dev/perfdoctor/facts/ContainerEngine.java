package dev.perfdoctor.facts;

import dev.perfdoctor.api.Facts;
import dev.perfdoctor.api.Identity;
import java.util.List;

/**
 * How the engine of a container is told to let perf events through: its own words.
 *
 * @param name for people: {@code Docker}, {@code Kubernetes}, …
 * @param options what to start the container with, best first; steps for whoever starts it
 */
public record ContainerEngine(String name, List<String> options) {
    private static final String PROFILE = "a seccomp profile that allows perf_event_open";

    /** The engine of this container; for no container, what may have set a filter. */
    public static ContainerEngine of(Facts facts) {
        return facts.once(ContainerEngine.class, ContainerEngine::look);
    }

    private static ContainerEngine look(Facts facts) {
        String container = Confinement.of(facts).container().map(Confinement.Layer::name).orElse("");
        Identity identity = facts.host().identity();
        if (identity.variable("GITHUB_ACTIONS").isPresent() && !container.isEmpty()) {
            return of(facts, "GitHub Actions", "in the job, write: container: options: --cap-add PERFMON", "or start the job's container with " + PROFILE);
        }
        if (identity.variable("GITLAB_CI").isPresent() && !container.isEmpty()) {
            return of(facts, "GitLab Runner", "in the runner's config.toml, below [runners.docker], write: cap_add = [\"PERFMON\"]",
                    "or start the job's container with " + PROFILE);
        }
        return switch (container) {
            case "docker" -> of(facts, "Docker",
                    "with Docker 23 or later: docker run --cap-add PERFMON …",
                    "before Docker 23, with " + PROFILE + ": docker run --security-opt seccomp=PROFILE.json …");
            case "podman" -> of(facts, "Podman",
                    "with the profile of containers-common since October 2025: podman run --cap-add PERFMON …",
                    "with an older one, use " + PROFILE + ": podman run --security-opt seccomp=PROFILE.json …");
            case "kubernetes" -> of(facts, "Kubernetes",
                    "in the container's part of the pod, write: securityContext: {capabilities: {add: [PERFMON]}}",
                    "or put " + PROFILE + " on the node, and write: securityContext: {seccompProfile: {type: Localhost, localhostProfile: PROFILE.json}}");
            case "containerd" -> of(facts, "containerd",
                    "nerdctl run --cap-add PERFMON …",
                    "or, with " + PROFILE + ": nerdctl run --security-opt seccomp=PROFILE.json …");
            case "lxc" -> new ContainerEngine("LXC", List.of("lxc.seccomp.profile of the container: allow perf_event_open"));
            case "systemd-nspawn" -> new ContainerEngine("systemd-nspawn", List.of("systemd-nspawn --system-call-filter=perf_event_open …"));
            case "" -> new ContainerEngine("a sandbox", List.of(
                    "run the measurement outside the sandbox or service that set the filter (bubblewrap, SystemCallFilter=, a browser, a CI agent)"));
            default -> new ContainerEngine(container, List.of("start the container with " + PROFILE));
        };
    }

    /** A capability that is there already has not opened the filter, and is not asked for again. */
    private static ContainerEngine of(Facts facts, String name, String capability, String profile) {
        boolean there = Credentials.of(facts).has(Credentials.Capability.PERFMON).orElse(false);
        return new ContainerEngine(name, there ? List.of(profile) : List.of(capability, profile));
    }
}
