# Where everything lies; sourced by the other scripts. All can be set from outside.
: "${WINE_HOME:=$HOME/.cache/r2t2-wine}"          # python, wheels, prefix, runtime
: "${TRIXIE:=$WINE_HOME/trixie}"         # chroot with Debian 13 and its Wine 10
: "${APP:=$PWD}"                # checkout of the program
: "${WINEPREFIX:=$WINE_HOME/prefix}"
: "${DISPLAY:=:61}"
export WINE_HOME TRIXIE APP WINEPREFIX DISPLAY
RUNTIME=$WINE_HOME/run
SHARED=$(dirname "$APP")/shared  # the full reference data, where it lies beside the checkout
in_chroot() {  # runs a command in the chroot with Wine's environment
    chroot "$TRIXIE" /usr/bin/env -i HOME="$WINE_HOME/home" PATH=/usr/lib/wine:/usr/sbin:/usr/bin:/sbin:/bin LANG=C.UTF-8 TERM=xterm \
        DISPLAY="$DISPLAY" WINEPREFIX="$WINEPREFIX" WINEDEBUG="${WINEDEBUG:--all}" XDG_RUNTIME_DIR="$RUNTIME" \
        PULSE_SERVER="unix:$RUNTIME/pulse/native" ${ENVV:+$ENVV} "$@"
}
bound() {  # bind-mounts $1 at the same path inside the chroot, once
    mkdir -p "$TRIXIE$1"
    mountpoint -q "$TRIXIE$1" || mount --bind "$1" "$TRIXIE$1"
}
