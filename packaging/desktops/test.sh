#!/bin/sh
# test.sh [TIMES]   makes the root where it is missing, and fills docs/desktops.md's table on GNOME and KDE.
# Needs root, Debian's mirror, about 2.5 GB below DESKTOPS_ROOT (/var/tmp/r2t2-desktops) and some ten minutes.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
sources=$(cd "$here/../.." && pwd)
root=${DESKTOPS_ROOT:-/var/tmp/r2t2-desktops}
out=$sources/tests/artifacts
mkdir -p "$out"
[ -e "$root/usr/bin/gnome-shell" ] && [ -e "$root/usr/bin/kwrite" ] || "$here/make.sh" "$root"
[ -e "$root/opt/app/bin/r2t2-captions" ] || "$here/app.sh" "$root" "$sources"
status=0
for desktop in gnome kde; do
    LIMIT=3600 BIND="$sources:/src" "$here/$desktop.sh" "$root" python3 /kit/table.py "${1:-5}" >"$out/desktops-$desktop.jsonl" || status=1
done
cat "$out/desktops-gnome.jsonl" "$out/desktops-kde.jsonl"
! grep -v '"wrong": 0' "$out/desktops-gnome.jsonl" "$out/desktops-kde.jsonl" || status=1
exit $status
