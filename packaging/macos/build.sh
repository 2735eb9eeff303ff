#!/bin/sh
# Builds dist/r2t2-captions-VERSION-macos-MACHINE.dmg. Needs Python 3.11+ and Xcode's command line tools.
#
# CODESIGN_IDENTITY="Developer ID Application: …" signs; NOTARY_PROFILE=name (of `xcrun notarytool store-credentials`)
# notarises as well. Without them the program is signed ad hoc: it runs on this machine, others have to allow it.
set -eu
root=$(cd "$(dirname "$0")/../.." && pwd)
cd "$root"
sh packaging/setup.sh prepare run
python=$root/.venv/bin/python
"$python" -m pip install --disable-pip-version-check --no-input --quiet --editable '.[packaging]'
"$python" -m PyInstaller --noconfirm packaging/r2t2-captions.spec
version=$("$python" -c 'import app; print(app.__version__)')
bundle="dist/R2T2 Captions.app"
if [ -n "${CODESIGN_IDENTITY:-}" ]; then
    codesign --force --deep --options runtime --timestamp --entitlements packaging/macos/entitlements.plist \
        --sign "$CODESIGN_IDENTITY" "$bundle"
    codesign --verify --deep --strict "$bundle"
fi
image=dist/r2t2-captions-$version-macos-$(uname -m).dmg
staging=$(mktemp -d)
trap 'rm -rf "$staging"' EXIT
cp -R "$bundle" "$staging/"
ln -s /Applications "$staging/Applications"
hdiutil create -volname "R2T2 Captions" -srcfolder "$staging" -ov -format UDZO "$image"
if [ -n "${NOTARY_PROFILE:-}" ]; then
    xcrun notarytool submit "$image" --keychain-profile "$NOTARY_PROFILE" --wait
    xcrun stapler staple "$image"
fi
echo "$image"
