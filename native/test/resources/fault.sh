#!/bin/sh
# fault.sh FAULT[:PATH] COMMAND...    runs the command under one fault, for 20 seconds at most.
# Output and errors go to ./out and ./err, the exit status to ./status, what is left behind to ./left (marked by a variable, not by name).
# Exit 77: this host cannot do that.
fault=${1%%:*} path=${1#*:}
shift
mark=PERFDOCTOR_FAULT=$$.$(date +%s%N)
here=$PWD
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
        unshare -m --propagation private true 2>/dev/null || exit 77
        # shellcheck disable=SC2016
        run unshare -m --propagation private sh -c 'mount -t tmpfs none /proc || exit 77; exec "$@"' sh "$@" ;;
    interrupt)
        printf '#!/bin/sh\ntrap "" TERM INT HUP\nsleep 300 & sleep 300\n' >bin/perf; chmod 755 bin/perf
        before=$(date +%s%N)
        PATH=$here/bin:$PATH env "$mark" timeout -k 15 -s INT --preserve-status "$path" "$@" >out 2>err </dev/null
        status=$?
        echo $((($(date +%s%N) - before) / 1000000)) >took ;;
    *) exit 64 ;;
esac
echo "$status" >status
# The kernel takes a moment for what was killed.
for _ in 1 2 3 4 5 6; do
    grep -lsz "^$mark\$" /proc/[0-9]*/environ >left || break
    sleep 0.5
done
for file in $(cat left); do
    pid=${file#/proc/}
    tr '\0' ' ' <"/proc/${pid%/environ}/cmdline" >>what-is-left 2>/dev/null
    kill -KILL "${pid%/environ}" 2>/dev/null
done
exit 0
