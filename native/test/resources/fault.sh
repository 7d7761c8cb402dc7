#!/bin/sh
# fault.sh FAULT[:PATH] COMMAND...    runs the command under one fault, for 20 seconds at most.
# Output and errors go to ./out and ./err, the exit status to ./status, what is left behind to ./left (marked by a variable, not by name).
# Exit 77: this host cannot do that.
fault=${1%%:*} path=${1#*:}
shift
mark=PERFDOCTOR_FAULT=$$.$(date +%s%N)
here=$PWD
resources=$(cd "$(dirname "$0")" && pwd) || exit 77
mkdir -p bin
run() { env "$mark" timeout -k 1 20 "$@" >out 2>err </dev/null; status=$?; }
stub() { body=$1; shift; printf "$body" >"bin/$path"; chmod 755 "bin/$path"; PATH=$here/bin:$PATH; export PATH; run "$@"; }
traced() {
    strace -o /dev/null true 2>/dev/null || exit 77
    [ -e "$path" ] || exit 77
    calls=$1 how=$2
    shift 2
    run strace -f -qq -o /dev/null -P "$path" -e "trace=$calls" -e "inject=$calls:$how" "$@"
}
over() {
    source=$1
    shift
    [ -e "$path" ] && unshare -m --propagation private true 2>/dev/null || exit 77
    # shellcheck disable=SC2016
    run unshare -m --propagation private sh -c 'mount --bind "$1" "$2" || exit 77; shift 2; exec "$@"' sh "$source" "$path" "$@"
    [ "$status" != 77 ] || exit 77
}
private() { unshare -m --propagation private true 2>/dev/null || exit 77; run unshare -m --propagation private sh -c "$@"; [ "$status" != 77 ] || exit 77; }
hanging_perf() {
    printf '#!/bin/sh\ntrap "" TERM INT HUP\nsleep 300 & sleep 300\n' >bin/perf
    chmod 755 bin/perf
    PATH=$here/bin:$PATH
    export PATH
}
signalled() {
    signal=$1
    shift
    hanging_perf
    before=$(date +%s%N)
    env "$mark" timeout -k 15 -s "$signal" --preserve-status "$path" "$@" >out 2>err </dev/null
    status=$?
    echo $((($(date +%s%N) - before) / 1000000)) >took
}
limited() { run sh -c "ulimit $1 || exit 77; shift; exec \"\$@\"" sh "$@"; }

case $fault in
    none) run "$@" ;;
    eio) traced read,pread64,readv error=EIO "$@" ;;
    eacces) traced open,openat error=EACCES "$@" ;;
    emfile) traced open,openat error=EMFILE "$@" ;;
    fifo) [ -p fifo ] || mkfifo fifo; over "$here/fifo" "$@" ;;
    device) over /dev/zero "$@" ;;
    socket) [ -S socket ] || python3 -c 'import socket; socket.socket(socket.AF_UNIX).bind("socket")' 2>/dev/null || exit 77; over "$here/socket" "$@" ;;
    sparse) truncate -s 10G sparse || exit 77; over "$here/sparse" "$@"; rm -f sparse ;;
    empty-file) : >empty; over "$here/empty" "$@" ;;
    garbage) head -c 100000 /dev/urandom >garbage; over "$here/garbage" "$@" ;;
    hang) stub '#!/bin/sh\ntrap "" TERM INT HUP\nsleep 300 & sleep 300\n' "$@" ;;
    fork) stub '#!/bin/sh\nfor i in 1 2 3 4 5; do (setsid sleep 300 &) ; sleep 300 & done\necho perf version 6.1\n' "$@" ;;
    crash) stub '#!/bin/sh\nkill -SEGV $$\n' "$@" ;;
    flood) stub '#!/bin/sh\nyes "a line of a very long output" | head -c 1000000000\n' "$@" ;;
    escapes) stub '#!/bin/sh\nprintf "\\\\033[31mperf version 6.1\\\\033[2J\\\\033]0;title\\\\007\\\\r\\\\000\\\\377\\\\n::error::x\\\\n"\n' "$@" ;;
    no-home) unset HOME XDG_CONFIG_HOME XDG_CACHE_HOME; run "$@" ;;
    no-env) run env -i "$mark" "$@" ;;
    deleted) mkdir gone; run sh -c 'cd gone && rmdir ../gone && exec "$@"' sh "$@" ;;
    nofile) limited "-n $path" "$@" ;;
    memory) limited "-v $path" "$@" ;;
    processes)
        setpriv --reuid 64321 --regid 64321 --clear-groups true 2>/dev/null || exit 77
        run setpriv --reuid 64321 --regid 64321 --clear-groups prlimit --nproc="$path" "$@" ;;
    no-proc)
        # shellcheck disable=SC2016
        private 'mount -t tmpfs none /proc || exit 77; exec "$@"' sh "$@" ;;
    interrupt) signalled INT "$@" ;;
    crash-of-jvm) signalled SEGV "$@" ;;
    terminal)
        command -v python3 >/dev/null || exit 77
        hanging_perf
        run python3 "$resources/terminal.py" "$path" "$@" ;;
    closed-stdout) run sh -c 'exec "$@" >&-' sh "$@" ;;
    full) run sh -c 'exec "$@" >/dev/full' sh "$@" ;;
    reader-leaves) run sh -c '{ "$@"; echo $? >code; } | head -n 0; exit "$(cat code)"' sh "$@" ;;
    place-of-*)
        [ -e "$path" ] || mkdir -p "$(dirname "$path")"
        case ${fault#place-of-} in
            fifo) mkfifo "$path" ;;
            socket) python3 -c 'import socket, sys; socket.socket(socket.AF_UNIX).bind(sys.argv[1])' "$path" 2>/dev/null || exit 77 ;;
            device) ln -s /dev/zero "$path" ;;
            directory) mkdir "$path" ;;
            sparse) truncate -s 10G "$path" || exit 77; chmod 755 "$path" ;;
        esac
        HOME=$here/home PATH=$here/bin:$PATH
        export HOME PATH
        run "$@"
        rm -rf "$path" ;;
    clock)
        gcc -shared -fPIC -o clock.so "$resources/clock.c" 2>/dev/null || exit 77
        echo "$here/clock.so" >preload
        PERFDOCTOR_CLOCK=$path
        export PERFDOCTOR_CLOCK
        # shellcheck disable=SC2016
        private '
            mount -t tmpfs none "$1/bin" && mkdir "$1/bin/upper" "$1/bin/work" || exit 77
            mount -t overlay none -o "lowerdir=/etc,upperdir=$1/bin/upper,workdir=$1/bin/work" /etc && cp "$1/preload" /etc/ld.so.preload || exit 77
            shift
            exec "$@"' sh "$here" "$@" ;;
    hanging)
        [ -c /dev/fuse ] && command -v python3 >/dev/null || exit 77
        mkdir -p "$path"
        HOME=$here/home
        export HOME
        # shellcheck disable=SC2016
        private '
            mkfifo ready || exit 77
            env -u "${1%%=*}" python3 "$2" "$3" 30 >ready 2>/dev/null </dev/null &
            read -r word <ready && [ "$word" = ready ] || exit 77
            shift 3
            "$@"
            status=$?
            kill -KILL $!
            exit $status' sh "$mark" "$resources/hangfs.py" "$here/$path" "$@" ;;
    *) exit 64 ;;
esac
echo "$status" >status
# The kernel takes a moment for what was killed.
for _ in 1 2 3 4 5 6; do
    grep -lsz "^$mark\$" /proc/[0-9]*/environ >left
    [ -s left ] || break        # not grep's status: other processes come and go
    sleep 0.5
done
for file in $(cat left); do
    pid=${file#/proc/}
    tr '\0' ' ' <"/proc/${pid%/environ}/cmdline" >>what-is-left 2>/dev/null
    kill -KILL "${pid%/environ}" 2>/dev/null
done
exit 0
