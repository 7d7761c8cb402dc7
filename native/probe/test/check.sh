#!/bin/sh
# check.sh DIR: tries DIR/perfdoctor-probe on this machine, in every situation that can be made here. What cannot is skipped and named.
# Exit status 1 when anything is not as it should be.
set -u
out=$(cd "$1" && pwd) || exit 1
probe=$out/perfdoctor-probe
within=$out/test/within
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
chmod 755 "$work"
cp "$probe" "$work/probe"       # where an ordinary user can reach it
failed=0 tried=0 skipped=0

not_ok() { echo "not ok: $name: $*"; failed=$((failed + 1)); [ ! -s "$work/lines" ] || sed 's/^/    /' "$work/lines"; }
skip() { echo "skipped: $name: $*"; skipped=$((skipped + 1)); }
begin() { name=$*; tried=$((tried + 1)); : > "$work/lines"; status=0; }
run() { "$@" > "$work/lines" 2> "$work/errors"; status=$?; }

# ---- what a run printed ----

exits() { [ "$status" = "$1" ] || not_ok "exit $status, not $1"; }
has() { grep -qE "$1" "$work/lines" || not_ok "no line like $1"; }
has_not() { ! grep -qE "$1" "$work/lines" || not_ok "a line like $1"; }
string='"([^"\\]|\\["\\/bfnrt]|\\u[0-9a-f]{4})*"'
is_json() { bad=$(grep -vcE "^\{\"probe\":\"[a-z-]+\"(,\"[a-z-]+\":(true|false|-?[0-9]+|$string))*\}\$" "$work/lines"); [ "$bad" = 0 ] || not_ok "$bad lines are no JSON object of ours"; }
ends() { tail -n 1 "$work/lines" | grep -qE '^\{"probe":"end","millis":[0-9]+\}$' || not_ok "no end"; }
whole() { exits 0; is_json; ends; }
errno_of() { sed -n "s/.*$1.*\"errno\":\"\([A-Z0-9]*\)\".*/\1/p" "$work/lines" | head -n 1; }
answers() { seen=$(errno_of "$1"); case " $2 " in *" $seen "*) ;; *) not_ok "$1: '$seen', not one of: $2";; esac; }
task_user='"event":"task-clock".*"kernel":false'
task_kernel='"event":"task-clock".*"kernel":true'
whole_cpu='"event":"cpu-clock".*"cpu":[0-9]'
cycles_user='"event":"cycles".*"kernel":false'
cycles_kernel='"event":"cycles".*"kernel":true'
# Every open that reached the kernel was answered the same, or with one of several: 'EMFILE\|EACCES'.
all_answer() { rest=$(grep -v '"stage"\|"probe":"end"' "$work/lines" | grep -vc "\"errno\":\"\($1\)\""); [ "$rest" = 0 ] || not_ok "$rest lines do not say $1"; }

# ---- what this machine is ----

is_root() { [ "$(id -u)" = 0 ]; }
status_field() { sed -n "s/^$1:[[:space:]]*//p" /proc/self/status 2> /dev/null; }
level=$(cat /proc/sys/kernel/perf_event_paranoid 2> /dev/null)
confined=''
[ -n "$level" ] || confined='this kernel has no perf events'
[ "$(status_field Seccomp)" = 0 ] || confined='seccomp may refuse perf events here'
initial_namespace() { [ "$(readlink /proc/self/ns/user)" = 'user:[4026531837]' ]; }
all_capable() { case $(status_field CapEff) in 000001ffffffffff|000001fffeffffff) initial_namespace;; *) return 1;; esac; }
core_pmu() { ls -d /sys/bus/event_source/devices/cpu /sys/bus/event_source/devices/*/cpus > /dev/null 2>&1; }
as_user() { setpriv --reuid 65534 --regid 65534 --clear-groups --inh-caps=-all --bounding-set=-all "$@"; }
can_be_user() { is_root && as_user "$work/probe" --version > /dev/null 2>&1; }

if ! "$probe" --version > /dev/null 2>&1; then
    echo "skipped: everything: $probe does not run on this machine"
    exit 0
fi

# ---- the parts ----

begin 'the parts do what they say'
run "$out/test/unit"
[ "$status" = 0 ] || { not_ok "unit test failed"; cat "$work/errors"; }

# ---- the command line ----

begin 'a version is told'
run "$probe" --version
exits 0
has '^perfdoctor-probe [^ ]+$'

begin 'an unknown argument is refused before anything is tried'
run "$probe" --open-only --everything
exits 2
[ ! -s "$work/lines" ] || not_ok 'something on standard output'
grep -q "'--everything'" "$work/errors" || not_ok 'the argument is not named'

# ---- this machine ----

begin 'every line is an object, the last one says end'
run "$probe"
whole
has '"probe":"open","event":"task-clock","type":"software","user":true,"kernel":false,"cpu":-1,"precise":0,"errno":"[A-Z0-9]+"'
has '"probe":"open","event":"sched:sched_switch","type":"tracepoint","raw":true,"user":true,"kernel":true,"cpu":-1,"precise":0,("stage":"id",)?"errno"'
has '"probe":"callchain-open","user":true,"kernel":false,"exclude-kernel-callchain":true,"errno"'
has '"probe":"sample","event":"(cycles|cpu-clock)"'
has '"probe":"callchain","mode":"fp","expected":5,'
millis=$(sed -n 's/.*"end","millis":\([0-9]*\).*/\1/p' "$work/lines")
[ "${millis:-999}" -le 250 ] || not_ok "$millis ms"

begin 'the opening half can be had alone'
run "$probe" --open-only
whole
has '"probe":"callchain-open"'
has_not '"probe":"(spin|sample|callchain|counters)"'

begin 'the causes come in their order'
run "$probe" --open-only
order=$(grep -o '"probe":"[a-z-]*"\(,"event":"[a-z:_-]*"\)\?' "$work/lines" | sed 's/"probe"://; s/,"event":/ /; s/"//g' | uniq | tr '\n' ',')
case $order in
    'open task-clock,open cpu-clock,open cycles,open instructions,open cycles,branch-stack,open sched:sched_switch,mmap,callchain-open,end,') ;;
    *) [ -n "$confined" ] || [ "${level:-9}" -gt 2 ] || not_ok "$order";;
esac

begin 'with all capabilities everything but the hardware opens'
if [ -n "$confined" ]; then skip "$confined"; elif ! all_capable; then skip 'not all capabilities in the initial user namespace'; else
    run "$probe"
    whole
    answers "$task_user" OK
    answers "$task_kernel" OK
    answers "$whole_cpu" OK
    has '"probe":"mmap","pages":[0-9]+,"errno":"OK","kib":[0-9]+,"default":true'
    answers '"callchain-open".*:false' OK
    has '"probe":"sample","event":"[a-z-]+",.*"samples":[1-9][0-9]*,"errno":"OK"'
    has '"probe":"callchain","mode":"fp","expected":5,"depth":5,"errno":"OK"'
fi

begin 'an ordinary user gets what the level allows'
if [ -n "$confined" ]; then skip "$confined"; elif ! can_be_user; then skip 'cannot become an ordinary user'; else
    run as_user "$work/probe"
    whole
    case $level in
        -1|0) answers "$task_user" OK; answers "$task_kernel" OK; answers "$whole_cpu" OK;;
        1) answers "$task_user" OK; answers "$task_kernel" OK; answers "$whole_cpu" EACCES;;
        2) answers "$task_user" OK; answers "$task_kernel" EACCES; answers "$whole_cpu" EACCES; answers "$cycles_kernel" EACCES;;
        *) answers "$task_user" 'OK EACCES'; answers "$task_kernel" EACCES; answers "$whole_cpu" EACCES;;   # a number above 2 means something to patched kernels alone
    esac
fi

begin 'without a PMU hardware events are ENOENT, and the clock is sampled'
if [ -n "$confined" ]; then skip "$confined"; elif core_pmu; then skip 'there is a PMU'; elif ! all_capable; then skip 'permission could hide it'; else
    run "$probe"
    whole
    answers "$cycles_user" ENOENT
    answers '"branch-stack"' ENOENT
    has '"probe":"sample","event":"cpu-clock",'
    has_not '"probe":"(spin|counters)"'
fi

begin 'with a PMU the loop is counted as long as it is'
if [ -n "$confined" ]; then skip "$confined"; elif ! core_pmu; then skip 'there is none'; elif ! all_capable; then skip 'permission could hide it'; else
    run "$probe"
    whole
    has '"probe":"spin",'
    grep '"probe":"spin".*"errno":"OK"' "$work/lines" | sed 's/.*"expected":\([0-9]*\),"count":\([0-9]*\).*/\1 \2/' | while read -r expected count; do
        [ "$count" -ge "$expected" ] && [ $((count - expected)) -le $((expected / 100)) ] || echo "$expected $count"
    done > "$work/wrong"
    [ ! -s "$work/wrong" ] || not_ok "expected and counted: $(cat "$work/wrong")"
fi

# ---- sandboxes and limits ----

for answer in EPERM:1 EACCES:13 ENOSYS:38; do
    begin "a sandbox that answers ${answer%:*} is told so by every open"
    run "$within" refused "${answer#*:}" "$probe"
    if [ "$status" = 77 ]; then skip 'no seccomp filter can be set here'; else
        whole
        all_answer "${answer%:*}"
        has_not '"probe":"mmap"'
    fi
done

begin 'a sandbox that kills leaves no core file'
mkdir "$work/killed"
run sh -c "cd '$work/killed' && ulimit -c unlimited 2> /dev/null; exec '$within' refused kill '$probe'"
if [ "$status" = 77 ]; then skip 'no seccomp filter can be set here'; else
    exits 159
    [ -z "$(ls "$work/killed")" ] || not_ok "left: $(ls "$work/killed")"
fi

begin 'root of a user namespace is an ordinary user'
if [ -n "$confined" ]; then skip "$confined"; elif ! unshare -Ur true 2> /dev/null; then skip 'no user namespace can be made here'; else
    run unshare -Ur "$probe"
    whole
    case $level in
        -1|0) answers "$whole_cpu" OK;;
        *) answers "$whole_cpu" EACCES;;
    esac
fi

begin 'without file descriptors every permitted open is EMFILE'
run sh -c "ulimit -n 3 && exec '$probe'"
whole
[ -n "$confined" ] || all_answer 'EMFILE\|EACCES'

begin 'with one file descriptor everything is tried'
run sh -c "ulimit -n 4 && exec '$probe'"
whole
has_not EMFILE

begin 'a locked memory limit of 0 is the business of the large rings alone'
if ! can_be_user; then skip 'cannot become an ordinary user'; else
    run as_user sh -c "ulimit -l 0 && exec '$work/probe'"
    whole
    if grep -q '"mmap"' "$work/lines"; then
        answers '"pages":1,' 'OK EPERM'
        [ "$level" != -1 ] || has_not '"mmap".*EPERM'
    fi
fi

begin 'on one CPU it stays there'
if ! taskset -c 0 true 2> /dev/null; then skip 'no taskset, or not on CPU 0'; else
    run taskset -c 0 "$probe"
    whole
    has '"event":"cpu-clock".*"cpu":0,'
fi

# ---- PMUs that are not there ----

# fake NAME TYPE CPUS: a PMU in the made-up directory
fake() { mkdir -p "$work/pmus/$1" && echo "$2" > "$work/pmus/$1/type" && echo "$3" > "$work/pmus/$1/cpus"; }
with_fakes() {
    # shellcheck disable=SC2016  # expanded inside
    unshare -m --propagation private sh -c 'mount --bind "$1" /sys/bus/event_source/devices && shift && exec "$@"' _ "$work/pmus" "$@"
}
begin 'each PMU is tried on its own CPUs, one without an allowed CPU makes no claim'
fake cpu_core 4 "$(status_field Cpus_allowed_list)"
fake cpu_atom 10 8190-8191
fake "$(printf 'a"b\\c\nd')" 11 0
if ! is_root || ! with_fakes true 2> /dev/null; then skip 'no private mount can be made here'; else
    run with_fakes "$probe"
    whole
    has '"event":"cycles","type":"hardware","pmu":"cpu_core","user":true,"kernel":false,"cpu":-1,"precise":0,"pinned":[0-9]+,"errno":"[A-Z]+"'
    has '"event":"cycles","type":"hardware","pmu":"cpu_atom","user":true,"kernel":false,"cpu":-1,"precise":0,"stage":"affinity"}$'
    has '"pmu":"a\\"b\\\\c\\u000ad"'
    has '"probe":"spin","pmu":"cpu_core","pinned":[0-9]+,'
    has_not '"probe":"(spin|counters)","pmu":"cpu_atom"'
fi

begin 'a FIFO where a file should be keeps nobody waiting'
rm -rf "$work/pmus"
fake cpu_core 4 0
rm "$work/pmus/cpu_core/cpus" && mkfifo "$work/pmus/cpu_core/cpus"
if ! is_root || ! with_fakes true 2> /dev/null; then skip 'no private mount can be made here'; else
    run with_fakes "$probe"
    whole
fi

# ---- ends ----

begin 'a closed standard output is a failure'
"$probe" >&- 2> /dev/null
status=$?
exits 1

begin 'a full disk is a failure'
if [ ! -c /dev/full ]; then skip 'no /dev/full'; else
    "$probe" > /dev/full
    status=$?
    exits 1
    "$probe" --version > /dev/full
    status=$?
    exits 1
fi

begin 'a pipe that nobody reads is a failure after the time limit'
before=$(date +%s%N)
run "$within" unread "$probe"
exits 1
took=$((($(date +%s%N) - before) / 1000000))
[ "$took" -lt 2000 ] || not_ok "took $took ms"

begin 'out of time, what was printed stands and the end is missing'
run "$within" stalled "$probe"
if [ "$status" = 77 ]; then skip 'no process can be traced here'; else
    exits 0
    is_json
    has '"probe":"open","event":"task-clock"'
    has_not '"probe":"end"'
fi

begin 'a blocked alarm signal does not lift the time limit'
run env --block-signal=ALRM "$within" unread "$probe"
if [ "$status" = 125 ]; then skip 'env cannot block signals'; else exits 1; fi

# ---- nothing stays ----

state() { cat /proc/self/mountinfo /proc/sys/kernel/perf_event_max_sample_rate /proc/sys/kernel/perf_event_paranoid 2> /dev/null; }
begin 'nothing is left behind'
mkdir "$work/empty"
state > "$work/before"
run sh -c "cd '$work/empty' && exec '$probe'"
state > "$work/after"
cmp -s "$work/before" "$work/after" || not_ok 'mounts or settings changed'
[ -z "$(ls -A "$work/empty")" ] || not_ok "left: $(ls -A "$work/empty")"

begin 'no file is opened for writing, nothing is mounted, nothing is run'
if ! strace -o "$work/trace" true 2> /dev/null; then skip 'no strace'; else
    run strace -f -o "$work/trace" "$probe"
    ! grep -E 'O_WRONLY|O_RDWR|O_CREAT|^[0-9]+ +(mount|unlink|mkdir|socket|fork|clone|vfork)' "$work/trace" || not_ok 'see above'
    [ "$(grep -c execve "$work/trace")" = 1 ] || not_ok 'it started a program'
fi

echo "probe: $tried situations, $failed failures, $skipped skipped"
[ "$failed" = 0 ]
