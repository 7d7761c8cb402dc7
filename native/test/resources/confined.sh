# Inside a confinement: what the doctor says, live and of its own captures, and what perf then does. /mnt/perfdoctor is the product, S a
# directory to write to. Each answer is "##### NAME", its output, "##exit STATUS".
D=/mnt/perfdoctor/bin/perfdoctor
cd "$S" || exit 1
ask() {
    echo "##### $1"
    shift
    "$@" < /dev/null 2>&1
    status=$?
    echo
    echo "##exit $status"
}
WORK='i=0; while [ $i -lt 30000 ]; do i=$((i+1)); done'
ask live $D check --for all --no-sudo --format json
$D capture --no-redact -o plain.yaml
$D capture -o redacted.yaml
ask plain $D check --for all --no-sudo --format json --from plain.yaml
ask redacted $D check --for all --no-sudo --format json --from redacted.yaml
# env: a shell that may not execute the first perf on PATH goes on to the next one without a word
ask stat env perf stat -x, -e task-clock true
ask record env perf record -o r -- sh -c "$WORK"
ask call-graph env perf record -g -o g -- sh -c "$WORK"
ask system-wide env perf stat -x, -a -e cpu-clock -- sleep 0.02
ask tracepoints env perf record -e sched:sched_switch -o t -- sh -c "$WORK"
