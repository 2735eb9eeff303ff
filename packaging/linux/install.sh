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
# The menu may start programs without ~/.local/bin on its path. Quoted as the Desktop Entry Specification wants it.
escaped=$(printf '%s' "$home/r2t2-captions" | sed 's/[\\"`$]/\\\\&/g; s/[&|]/\\&/g')
sed -i "s|^Exec=r2t2-captions|Exec=\"$escaped\"|" "$prefix/share/applications/$id.desktop"
echo "Installed in $home. Start it from the menu, or as $prefix/bin/r2t2-captions."
