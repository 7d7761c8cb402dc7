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
    /** The engine of this container; for no container, what may have set a filter. */
    public static ContainerEngine of(Facts facts) {
        return facts.once(ContainerEngine.class, ContainerEngine::look);
    }

    private static ContainerEngine look(Facts facts) {
        String container = Confinement.of(facts).container().map(Confinement.Layer::name).orElse("");
        Identity identity = facts.host().identity();
        if (identity.variable("GITHUB_ACTIONS").isPresent() && !container.isEmpty()) {
            return new ContainerEngine("GitHub Actions", List.of("in the job, write: container: options: --cap-add PERFMON"));
        }
        if (identity.variable("GITLAB_CI").isPresent() && !container.isEmpty()) {
            return new ContainerEngine("GitLab Runner", List.of("in the runner's config.toml, below [runners.docker], write: cap_add = [\"PERFMON\"]"));
        }
        String profile = "a seccomp profile that allows perf_event_open";
        return switch (container) {
            case "docker" -> new ContainerEngine("Docker", List.of(
                    "with Docker 23 or later: docker run --cap-add PERFMON …",
                    "before Docker 23, with " + profile + ": docker run --security-opt seccomp=PROFILE.json …"));
            case "podman" -> new ContainerEngine("Podman", List.of(
                    "with the profile of containers-common since October 2025: podman run --cap-add PERFMON …",
                    "with an older one, use " + profile + ": podman run --security-opt seccomp=PROFILE.json …"));
            case "kubernetes" -> new ContainerEngine("Kubernetes", List.of(
                    "in the container's part of the pod, write: securityContext: {capabilities: {add: [PERFMON]}}",
                    "or put " + profile + " on the node, and write: securityContext: {seccompProfile: {type: Localhost, localhostProfile: PROFILE.json}}"));
            case "containerd" -> new ContainerEngine("containerd", List.of(
                    "nerdctl run --cap-add PERFMON …",
                    "or, with " + profile + ": nerdctl run --security-opt seccomp=PROFILE.json …"));
            case "lxc" -> new ContainerEngine("LXC", List.of("lxc.seccomp.profile of the container: allow perf_event_open"));
            case "systemd-nspawn" -> new ContainerEngine("systemd-nspawn", List.of("systemd-nspawn --system-call-filter=perf_event_open …"));
            case "" -> new ContainerEngine("a sandbox", List.of(
                    "run the measurement outside the sandbox or service that set the filter (bubblewrap, SystemCallFilter=, a browser, a CI agent)"));
            default -> new ContainerEngine(container, List.of("start the container with " + profile));
        };
    }
}
