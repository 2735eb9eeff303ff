#!/bin/sh
# Installs the unpacked program for this user (or under PREFIX): program, menu entry, icon. `install.sh --remove` undoes it.
set -eu
here=$(cd "$(dirname "$0")" && pwd)
prefix=${PREFIX:-$HOME/.local}
id=io.github.r2t2_captions.R2T2Captions
home=$prefix/lib/r2t2-captions

remove() {
    rm -rf "$home"
    rm -f "$prefix/bin/r2t2-captions" "$prefix/share/applications/$id.desktop" "$prefix/share/metainfo/$id.metainfo.xml" \
        "$prefix/share/icons/hicolor/scalable/apps/$id.svg"
}

if [ "${1:-}" = --remove ]; then
    remove
    echo "Removed. Settings, history and models stay where they are (r2t2-captions doctor names the folders)."
    exit 0
fi
[ "$here" != "$home" ] || { echo "This is the installed copy already." >&2; exit 1; }
remove
mkdir -p "$prefix/lib" "$prefix/bin" "$prefix/share"
cp -R "$here" "$home"
cp -R "$here/share/." "$prefix/share/"
ln -s "$home/r2t2-captions" "$prefix/bin/r2t2-captions"
# The menu may start programs without ~/.local/bin on its path, so the entry gets the whole one: quoted, then escaped once
# more as a value of the file (Desktop Entry Specification, "The Exec key" and "Value types").
value=\"$(printf '%s' "$home/r2t2-captions" | sed -e 's/[\\"`$]/\\&/g' -e 's/\\/\\\\/g' -e 's/%/%%/g')\"
entry=$prefix/share/applications/$id.desktop
VALUE=$value awk '/^Exec=r2t2-captions/ { sub(/^Exec=r2t2-captions/, ""); print "Exec=" ENVIRON["VALUE"] $0; next } { print }' \
    "$here/share/applications/$id.desktop" >"$entry"
echo "Installed in $home. Start it from the menu, or as $prefix/bin/r2t2-captions."
