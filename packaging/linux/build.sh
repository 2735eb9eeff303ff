#!/bin/sh
# Builds dist/r2t2-captions-VERSION-linux-MACHINE.tar.xz: unpack it anywhere and start r2t2-captions, or run install.sh.
set -eu
root=$(cd "$(dirname "$0")/../.." && pwd)
cd "$root"
sh packaging/setup.sh prepare run
python=$root/.venv/bin/python
"$python" -m pip install --disable-pip-version-check --no-input --quiet --editable '.[packaging]'
"$python" -m PyInstaller --noconfirm --log-level WARN packaging/r2t2-captions.spec
version=$("$python" -c 'import app; print(app.__version__)')
id=io.github.r2t2_captions.R2T2Captions
share=dist/r2t2-captions/share
mkdir -p "$share/applications" "$share/metainfo" "$share/icons/hicolor/scalable/apps"
cp "packaging/linux/$id.desktop" "$share/applications/"
cp "packaging/linux/$id.metainfo.xml" "$share/metainfo/"
cp resources/icons/app.svg "$share/icons/hicolor/scalable/apps/$id.svg"
install -m 755 packaging/linux/install.sh dist/r2t2-captions/install.sh
name=r2t2-captions-$version-linux-$(uname -m)
tar -C dist -cJf "dist/$name.tar.xz" r2t2-captions
echo "dist/$name.tar.xz"
