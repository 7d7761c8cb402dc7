# In a guest, as root: at each perf_event_paranoid and kptr_restrict, what the probe, the list of symbols and perf answer to an ordinary user.
cp /run/perfdoctor-probe /tmp/ && chmod 755 /tmp/perfdoctor-probe
user() { setpriv --reuid 1000 --regid 1000 --clear-groups --inh-caps=-all "$@" < /dev/null; }
mkdir -p /tmp/u && chown 1000:1000 /tmp/u && cd /tmp/u || exit 1
export HOME=/tmp/u
works() { name=$1; shift; user "$@" > /dev/null 2>&1; echo "$name $?"; }
mount -t tracefs tracefs /sys/kernel/tracing 2> /dev/null
mount -o remount,gid=1000,mode=750 /sys/kernel/tracing # what the doctor advises
for file in /etc/os-release /proc/version /proc/self/mountinfo; do echo "@@file $file"; user cat $file; echo @@end; done
echo @@file /proc/self/status; user cat /proc/self/status; echo @@end
ID=/sys/kernel/tracing/events/sched/sched_switch/id
echo "@@file $ID"; user cat $ID 2> /dev/null; echo @@end
echo "@@file /sys/kernel/security/lockdown"; cat /sys/kernel/security/lockdown 2> /dev/null; echo @@end
echo "@@run perf --version"; user perf --version; echo @@end
for level in $LEVELS; do
    echo "$level" > /proc/sys/kernel/perf_event_paranoid
    for hidden in 0 1 2; do
        echo $hidden > /proc/sys/kernel/kptr_restrict
        echo "@@at $level $hidden"
        echo @@kallsyms; user head -c 2000 /proc/kallsyms; echo @@end
        [ $hidden = 0 ] || continue
        echo @@probe; user /tmp/perfdoctor-probe; echo @@end
        echo @@perf
        works stat perf stat -e task-clock true
        works record perf record -e cpu-clock -o r true
        works call-graph perf record -e cpu-clock -g -o g true
        works system-wide perf stat -a -e cpu-clock true
        works tracepoints perf record -e sched:sched_switch -o t true
        echo @@end
    done
done
