#!/bin/sh
# run.sh ARGUMENTS…: Windows' Python in Wine, in the program's folder, e.g. run.sh -m app doctor.
# Starts the screen (Xvfb + openbox) and the sound server with a virtual microphone where they do not run yet.
# A microphone hears what `paplay --device=micline x.wav` plays; WASAPI loopback hears `paplay --device=speaker x.wav`.
# T: seconds until it is ended (300). ENVV: more variables, "A=b C=d".
kit=$(cd "$(dirname "$0")" && pwd); . "$kit/env.sh"
for folder in /proc /dev /dev/pts /tmp "$WINE_HOME" "$APP"; do bound "$folder"; done
[ ! -d "$SHARED" ] || bound "$SHARED"
number=${DISPLAY#:}
if [ ! -e "/tmp/.X11-unix/X$number" ]; then
    Xvfb "$DISPLAY" -screen 0 1366x900x24 -nolisten tcp >/dev/null 2>&1 & echo $! > "$WINE_HOME/xvfb.pid"; sleep 1
    openbox >/dev/null 2>&1 & echo $! > "$WINE_HOME/openbox.pid"; sleep 1
fi
export XDG_RUNTIME_DIR=$RUNTIME PULSE_SERVER=unix:$RUNTIME/pulse/native
if ! pactl info >/dev/null 2>&1; then
    (unset PULSE_SERVER; pulseaudio --start --exit-idle-time=-1); sleep 1
    pactl load-module module-null-sink sink_name=speaker sink_properties=device.description=Speaker >/dev/null
    pactl load-module module-null-sink sink_name=micline sink_properties=device.description=Micline >/dev/null
    pactl load-module module-remap-source master=micline.monitor source_name=virtmic source_properties=device.description=VirtMic >/dev/null
    pactl set-default-source virtmic; pactl set-default-sink speaker
fi
mkdir -p "$WINE_HOME/home/.config/pulse"; cp "$HOME/.config/pulse/cookie" "$WINE_HOME/home/.config/pulse/" 2>/dev/null
python="Z:$(echo "$WINE_HOME/win/python.exe" | tr / '\\')"
exec timeout "${T:-600}" chroot "$TRIXIE" /usr/bin/env -i HOME="$WINE_HOME/home" PATH=/usr/lib/wine:/usr/sbin:/usr/bin:/sbin:/bin LANG=C.UTF-8 \
    TERM=xterm DISPLAY="$DISPLAY" WINEPREFIX="$WINEPREFIX" WINEDEBUG="${WINEDEBUG:--all}" XDG_RUNTIME_DIR="$RUNTIME" \
    PULSE_SERVER="$PULSE_SERVER" $ENVV sh -c 'cd "$1" && shift && exec wine "$@"' x "$APP" "$python" "$@"
