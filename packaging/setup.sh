#!/bin/sh
# Makes everything that the program needs on this machine, then runs it or its tests.
#
#   packaging/setup.sh run [ARGUMENT…]    the program (what `make run` does)
#   packaging/setup.sh test [ARGUMENT…]   lint, types and every test; arguments go to pytest (what `make test` does)
#   packaging/setup.sh test-lowest        lint, types and the tests without a desktop, with the lowest version of every
#                                         dependency, in an environment of its own
#   packaging/setup.sh prepare run|test   the set-up alone
#
# Variables: PYTHON (interpreter to build the environment with), SKIP_SYSTEM_PACKAGES=1 (never install or ask for
# system packages; desktop tests then skip what is not there).
#
# Nothing outside the folder is touched but system packages, and those only as root or through sudo, on Debian, Ubuntu
# and what descends from them. A second call does nothing but compare two stamps.
set -eu

root=$(cd "$(dirname "$0")/.." && pwd)
cd "$root"
venv=$root/.venv

# The one list of system packages. Names are Debian's; `r2t2-captions doctor` knows other systems' names for the same.
run_packages="libportaudio2 pulseaudio-utils
    libegl1 libgl1 libfontconfig1 libglib2.0-0 libdbus-1-3 libgssapi-krb5-2 libxkbcommon-x11-0
    libxcb-cursor0 libxcb-icccm4 libxcb-image0 libxcb-keysyms1 libxcb-randr0 libxcb-render-util0 libxcb-shape0
    libxcb-xkb1 libwayland-client0 libwayland-cursor0 libwayland-egl1"
# Tests bring their own screen, window manager, sound server, voice and browser, and type into real programs.
test_packages="xvfb openbox xdotool x11-utils x11-xserver-utils xterm xclip imagemagick pulseaudio
    libasound2-plugins pipewire wireplumber espeak-ng sox dbus openssl strace iproute2 qemu-user xcompmgr trayer sway wtype foot
    chromium at-spi2-core desktop-file-utils appstream fonts-noto-core fonts-noto-cjk fonts-noto-color-emoji"

say() { printf '%s\n' "$*" >&2; }
stop() { say "$*"; exit 1; }
have() { command -v "$1" >/dev/null 2>&1; }

# --- system packages ---------------------------------------------------------------------------------------------

not_installed() {
    for package in "$@"; do
        # Newer releases gave some libraries a name that ends in t64.
        states=$(dpkg-query -W -f '${db:Status-Status} ' "$package" "${package}t64" 2>/dev/null || true)
        case " $states" in *" installed "*) ;; *) printf '%s ' "$package" ;; esac
    done
}

# How to become root: "" (is root), "sudo", or fails. Asks for a password only where a user can type one.
root_by() {
    if [ "$(id -u)" = 0 ]; then
        printf ''
    elif have sudo && { sudo -n true 2>/dev/null || [ -t 0 ]; }; then
        printf 'sudo'
    else
        return 1
    fi
}

# install_packages NAME…: all of them are there afterwards, or a message says what to type and the call fails.
install_packages() {
    missing=$(not_installed "$@")
    [ -n "$missing" ] || return 0
    if by=$(root_by); then
        say "Installing system packages: $missing"
        # shellcheck disable=SC2086  # words on purpose
        # One source that does not answer is no reason to give up: what is wanted may come from the others.
        $by apt-get update -q >&2 </dev/null || true
        if $by env DEBIAN_FRONTEND=noninteractive apt-get install -q -y --no-install-recommends $missing >&2 </dev/null; then
            return 0
        fi
        say "The system packages could not be installed."
    fi
    say "Missing system packages. Install them with:  sudo apt-get install $missing"
    return 1
}

system_packages() {
    [ "${SKIP_SYSTEM_PACKAGES:-}" != 1 ] || return 0
    have dpkg-query && have apt-get || return 0
    wanted=$run_packages
    [ "$1" = run ] || wanted="$run_packages $test_packages"
    # shellcheck disable=SC2086
    install_packages $wanted
}

# --- Python ------------------------------------------------------------------------------------------------------

new_enough() { "$1" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; }

find_python() {
    for name in "${PYTHON:-}" python3 python3.14 python3.13 python3.12 python3.11; do
        if [ -n "$name" ] && have "$name" && new_enough "$name"; then
            command -v "$name"
            return 0
        fi
    done
    return 1
}

# The environment's interpreter starts and is new enough.
starts() { [ -x "$venv/bin/python" ] && new_enough "$venv/bin/python"; }
usable() { starts && "$venv/bin/python" -m pip --version >/dev/null 2>&1; }

make_venv() {
    if ! python=$(find_python); then
        have apt-get && install_packages python3 python3-venv || true
        python=$(find_python) || stop "Python 3.11 or newer is required. Install it (Debian, Ubuntu: sudo apt-get install python3 python3-venv), or specify it: PYTHON=/path/to/python3.12 make run"
    fi
    # An environment left by an interpreter that is gone, or by an interrupted call, is made anew.
    rm -rf "$venv"
    say "Making the Python environment in ${venv##*/}"
    if "$python" -m venv "$venv" >/dev/null 2>&1 && usable; then
        return 0
    fi
    # Debian keeps the part of Python that makes environments in a package of its own.
    rm -rf "$venv"
    package=$("$python" -c 'import sys; print("python%d.%d-venv" % sys.version_info[:2])')
    if have apt-get; then install_packages "$package" || true; fi
    if "$python" -m venv "$venv" >/dev/null 2>&1 && usable; then
        return 0
    fi
    rm -rf "$venv"
    if have virtualenv && virtualenv --quiet --python "$python" "$venv" && usable; then
        return 0
    fi
    stop "$python cannot make an environment: its venv or ensurepip module is missing (Debian, Ubuntu: sudo apt-get install $package)."
}

python_packages() {
    extra=
    [ "$1" = run ] || extra='[test]'
    say "Installing Python packages into .venv (the first time, this downloads about 400 MB)"
    "$venv/bin/python" -m pip install --disable-pip-version-check --no-input --editable ".$extra" >&2 </dev/null ||
        stop "The Python packages could not be installed; see the reason above."
    [ "$1" = run ] || install_pynput 'pynput>=1.8'
}

# pynput serves Windows and macOS; its X11 half is tested on Linux, too. Of what it requires there, evdev is not used and
# would need a compiler.
install_pynput() {
    [ "$(uname -s)" = Linux ] || return 0
    "$venv/bin/python" -m pip install --disable-pip-version-check --no-input --no-deps "$1" >&2 </dev/null ||
        stop "pynput could not be installed; see the reason above."
}

# What the set-up depends on; when it changes, the set-up is made again.
key() { cat pyproject.toml packaging/setup.sh | cksum; printf '%s\n' "$root"; }

# marked NAME KIND: the stamp says that this part was done for KIND; what is ready for tests is ready for running, too.
marked() {
    for kind in "$2" test; do
        [ "$(cat "$venv/.$1-$kind" 2>/dev/null || true)" = "$now" ] && return 0
    done
    return 1
}

prepare() {
    now=$(key)
    if ! starts || ! marked packages "$1"; then
        usable || make_venv
        python_packages "$1"
        printf '%s' "$now" >"$venv/.packages-$1"
    fi
    marked system "$1" && return 0
    if ! system_packages "$1" && [ "$1" = test ]; then
        stop "The tests need them. SKIP_SYSTEM_PACKAGES=1 runs the tests that can run without them."
    fi
    # The program is started even so, and nobody is asked for a password at every start: it says itself what it lacks.
    [ "${SKIP_SYSTEM_PACKAGES:-}" = 1 ] || printf '%s' "$now" >"$venv/.system-$1"
    if ! have apt-get && [ "$(uname -s)" = Linux ]; then
        # Not Debian: the program itself knows what the packages are called here.
        "$venv/bin/r2t2-captions" doctor | sed -n '/^Missing/,$p' >&2 || true
    fi
}

# --- what it was called for --------------------------------------------------------------------------------------

# Lint, types and tests hold with the lowest versions, too: a bound in pyproject.toml is a promise.
test_lowest() {
    venv=$root/.venv-lowest
    usable || make_venv
    "$venv/bin/python" packaging/lowest.py >"$venv/constraints.txt"
    # Wheels alone: an old version that would have to be built for this Python is no version that anybody installs.
    "$venv/bin/python" -m pip install --disable-pip-version-check --no-input --only-binary :all: \
        --constraint "$venv/constraints.txt" --editable ".[test]" >&2 </dev/null ||
        stop "The lowest versions could not be installed; see the reason above."
    install_pynput 'pynput==1.8'
    "$venv/bin/python" packaging/checks.py --lowest "$@"
}

command=${1:-run}
[ $# -eq 0 ] || shift
case $command in
    prepare) prepare "${1:-run}" ;;
    run)
        prepare run
        exec "$venv/bin/r2t2-captions" run "$@"
        ;;
    test)
        prepare test
        exec "$venv/bin/python" packaging/checks.py "$@"
        ;;
    test-lowest) test_lowest "$@" ;;
    *) stop "usage: packaging/setup.sh run|test|test-lowest|prepare" ;;
esac
