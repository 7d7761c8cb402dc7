# In a guest: what the doctor reads there, as a tree in base64 between two marks. Only what every small system has.
O=/tmp/tree
keep() { d=$O${1%/*}; mkdir -p "$d"; cat "$1" > "$O$1" 2>/dev/null || rm -f "$O$1"; }
for f in /proc/cpuinfo /proc/self/status /proc/version /proc/cmdline /etc/os-release /proc/sys/kernel/*; do [ -f "$f" ] && keep "$f"; done
{
    find /sys/devices/system/cpu -follow -maxdepth 6 -type f 2>/dev/null | grep -v -e /node -e /power/ -e uevent | head -900
    for d in /sys/bus/event_source/devices/*; do find "$d/" -type f | grep -v -e /power/ -e uevent -e perf_event_mux; done
} | while read -r f; do keep "$f"; done
echo @@tree
/busybox tar -C $O -cf - . | /busybox gzip | /busybox base64
echo @@end
