#!/bin/bash
# The morning after a kernel update, made for real over a throw-away copy of a Debian root, and what the doctor says of it to an ordinary user:
# once as it is, once after the commands it printed were run.
# usage: founding-story.sh ROOT IMAGE      needs root, gcc here, perf and sudo in ROOT; 77: not possible here
set -euo pipefail
if [ "${1-}" != --inside ]; then
    [ "$(id -u)" = 0 ] && [ -x "$1/usr/bin/perf" ] && command -v gcc >/dev/null || exit 77
    top=$(mktemp -d) && trap 'rmdir "$top"' EXIT
    unshare -m --propagation private bash -euc '
        self=$1 root=$2 image=$3 top=$4
        mount -t tmpfs -o mode=755,suid,exec story "$top"
        mkdir "$top"/{upper,work,merged}
        mount -t overlay story -o "suid,lowerdir=$root,upperdir=$top/upper,workdir=$top/work" "$top/merged"
        cd "$top/merged"
        for d in proc sys dev; do mount --rbind "/$d" "$d"; done
        mount -t tmpfs -o mode=1777 story tmp
        mkdir -p opt/perfdoctor
        mount --bind -o ro "$image" opt/perfdoctor
        cp "$self" tmp/story.sh
        cat > tmp/app.c <<"C"
#include <stdio.h>
__attribute__((noinline)) long leaf(long n) { long s = BUILD; for (long i = 0; i < n; i++) s += i ^ s; return s; }
int main(void) { printf("%ld\n", leaf(60000000)); return 0; }
C
        for build in 1 2; do gcc -O2 -g -static-pie -DBUILD=$build -Wl,--build-id tmp/app.c -o tmp/app$build; done
        exec chroot . env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root bash /tmp/story.sh --inside
    ' _ "$(realpath "$0")" "$1" "$(realpath "$2")" "$top" || exit
    exit
fi

# The perf of the last kernel is what sudo still allows; this kernel's is /usr/bin/perf. valgrind went with an upgrade.
useradd -m dev
echo 'dev ALL=(root) NOPASSWD: /usr/lib/linux-tools/7.1.4-76070104-generic/perf' > /etc/sudoers.d/perf
chmod 440 /etc/sudoers.d/perf
dpkg --purge --force-all valgrind >/dev/null 2>&1
as_dev() { su dev -c "cd ~/project; $1"; }

# A project whose cache goes by the program's time. The linker that built it last wrote into the same inode, as mold does: what
# perf keeps as a hard link was written too.
mkdir -p /home/dev/project/{target/release,src,.precomp}
cd /home/dev/project
printf '[package]\nname = "app"\nversion = "0.1.0"\nedition = "2021"\n' > Cargo.toml
cp /tmp/app.c src/main.c
printf 'targets:\n  - binary: target/release/app\n    caches: [{path: .precomp, keyed-on: mtime}]\n' > .perfdoctor.yaml
cp /tmp/app1 target/release/app
chown -R dev: .
as_dev 'perf record -q -e task-clock:u -F 997 --call-graph dwarf -o /tmp/first.data ./target/release/app > .precomp/table 2>/dev/null' || exit 77
sleep 1.1 # file times are told apart by the second
as_dev 'cat /tmp/app2 > target/release/app'

doctor() { as_dev "/opt/perfdoctor/bin/perfdoctor check -v --color never" || true; }
echo '### ill'
doctor | tee /tmp/report
echo '### treated'
sleep 1.1
# Printed lines are run as they are, by the user they are for.
grep -oE 'rm -r -- .*/home/dev/\.debug/.*' /tmp/report > /tmp/remedies
while read -r line; do as_dev "$line"; done < /tmp/remedies
as_dev './target/release/app > .precomp/table' # the run that is discarded
doctor
