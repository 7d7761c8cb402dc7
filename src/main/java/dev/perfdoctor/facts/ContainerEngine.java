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
            return new ContainerEngine("GitHub Actions", List.of("container: options: --cap-add PERFMON   (of the job)"));
        }
        if (identity.variable("GITLAB_CI").isPresent() && !container.isEmpty()) {
            return new ContainerEngine("GitLab Runner", List.of("[runners.docker] cap_add = [\"PERFMON\"]   (config.toml of the runner)"));
        }
        String profile = "a seccomp profile that allows perf_event_open";
        return switch (container) {
            case "docker" -> new ContainerEngine("Docker", List.of(
                    "docker run --cap-add PERFMON …   (Docker 23 and later)",
                    "docker run --security-opt seccomp=PROFILE.json …   (" + profile + "; needed before Docker 23)"));
            case "podman" -> new ContainerEngine("Podman", List.of(
                    "podman run --cap-add PERFMON …   (profiles of containers-common since October 2025)",
                    "podman run --security-opt seccomp=PROFILE.json …   (" + profile + "; older profiles want two capabilities at once)"));
            case "kubernetes" -> new ContainerEngine("Kubernetes", List.of(
                    "securityContext: capabilities: add: [PERFMON]   (of the container)",
                    "securityContext: seccompProfile: type: Localhost   (" + profile + " on the node)"));
            case "containerd" -> new ContainerEngine("containerd", List.of(
                    "nerdctl run --cap-add PERFMON …",
                    "nerdctl run --security-opt seccomp=PROFILE.json …   (" + profile + ")"));
            case "lxc" -> new ContainerEngine("LXC", List.of("lxc.seccomp.profile of the container: allow perf_event_open"));
            case "systemd-nspawn" -> new ContainerEngine("systemd-nspawn", List.of("systemd-nspawn --system-call-filter=perf_event_open …"));
            case "" -> new ContainerEngine("a sandbox", List.of(
                    "run the measurement outside the sandbox or service that set the filter (bubblewrap, SystemCallFilter=, a browser, a CI agent)"));
            default -> new ContainerEngine(container, List.of("start the container with " + profile));
        };
    }
}
