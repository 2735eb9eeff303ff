#!/bin/sh
# test.sh [TIMES [LAYOUT…]]   makes the root where it is missing, and fills docs/desktops.md's tables on GNOME and KDE.
# A LAYOUT is one of xkb's (de), several of which the last is used (us,ru), or pinyin: an input method that is on.
# Needs root, Debian's mirror, about 4 GB below DESKTOPS_ROOT (/var/tmp/r2t2-desktops); minutes for each layout.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
sources=$(cd "$here/../.." && pwd)
root=${DESKTOPS_ROOT:-/var/tmp/r2t2-desktops}
out=$sources/tests/artifacts
mkdir -p "$out"
[ -e "$root/usr/bin/gnome-shell" ] && [ -e "$root/usr/bin/kwrite" ] || "$here/make.sh" "$root"
[ -e "$root/opt/app/bin/r2t2-captions" ] || "$here/app.sh" "$root" "$sources"
times=${1:-5}
[ $# -eq 0 ] || shift
[ $# -gt 0 ] || set -- us
status=0
for desktop in gnome kde; do
    table=$out/desktops-$desktop.jsonl
    : >"$table"
    case $desktop in gnome) pinyin=ibus ;; *) pinyin=fcitx5 ;; esac
    for layout in "$@"; do
        im=
        [ "$layout" != pinyin ] || { layout=us im=$pinyin; }
        LIMIT=3600 LAYOUT=$layout IM=$im BIND="$sources:/src" "$here/$desktop.sh" "$root" python3 /kit/table.py "$times" >>"$table" ||
            status=1
    done
done
cat "$out/desktops-gnome.jsonl" "$out/desktops-kde.jsonl"
! grep -v '"wrong": 0' "$out/desktops-gnome.jsonl" "$out/desktops-kde.jsonl" || status=1
exit $status
