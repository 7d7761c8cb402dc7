#!/bin/sh
# overlaid.sh IMAGE USER COMMAND...    runs the command with this machine's root below an empty layer, and prints what came into the layer, into
# /dev/shm and into the table of mounts. The working directory and HOME are the user's own, below /tmp.
# Exit 77: this host cannot do that; 78: the command could not be run in it.
image=$1 user=$2
shift 2
layer=$(mktemp -d) || exit 77
trap 'rmdir "$layer"' EXIT
# shellcheck disable=SC2016
unshare -m --propagation private sh -c '
    layer=$1 image=$2 user=$3
    shift 3
    mount -t tmpfs none "$layer" && mkdir "$layer/upper" "$layer/work" "$layer/root" || exit 77
    mount -t overlay none -o "lowerdir=/,upperdir=$layer/upper,workdir=$layer/work" "$layer/root" || exit 77
    cd "$layer/root" && mount --rbind /proc proc && mount --rbind /sys sys && mount --rbind /dev dev || exit 77
    mkdir -p "./$image" && mount --bind "$image" "./$image" && mount -o remount,ro,bind "./$image" || exit 77
    mount -t tmpfs none dev/shm 2>/dev/null
    mkdir -p tmp/here && chown "$user:$user" tmp/here || exit 77
    mounts=$(wc -l </proc/self/mountinfo)
    : >"$layer/before"
    sleep 0.02      # what is written in the same tick of the clock of files is not newer
    HOME=/tmp/here chroot . setpriv --reuid "$user" --regid "$user" --clear-groups /bin/sh -c "cd /tmp/here; exec \"\$@\"" sh "$@" >/dev/null 2>"$layer/said" </dev/null
    status=$?
    [ "$status" -le 3 ] || { cat "$layer/said" >&2; exit 78; }
    [ "$mounts" = "$(wc -l </proc/self/mountinfo)" ] || echo "mounts changed"
    find dev/shm -mindepth 1 -newer "$layer/before" -printf "%y /dev/shm/%P\n"
    find "$layer/upper" -mindepth 1 -newer "$layer/before" -printf "%y /%P\n"
' sh "$layer" "$image" "$user" "$@" 2>"${ERRORS:-/dev/null}"
