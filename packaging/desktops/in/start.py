"""First process in the root: the system bus, then the user's session."""

import os
import pwd
import signal
import subprocess
import sys

for number in (signal.SIGINT, signal.SIGQUIT, signal.SIGHUP):
    signal.signal(number, signal.SIG_DFL)
subprocess.run(["dbus-daemon", "--system", "--fork", "--nopidfile"], check=True)
user = pwd.getpwnam("anna")
env = dict(
    os.environ,
    HOME=user.pw_dir,
    USER="anna",
    LOGNAME="anna",
    SHELL="/bin/bash",
    OUT="/out",
    XDG_RUNTIME_DIR="/run/user/1000",
    XDG_SESSION_TYPE="wayland",
    XDG_SESSION_CLASS="user",
    XDG_SEAT="",
    NO_AT_BRIDGE="0",
    LIBGL_ALWAYS_SOFTWARE="1",
    GALLIUM_DRIVER="llvmpipe",
    LP_NUM_THREADS="1",
)
env.pop("XDG_SEAT")
os.chdir(user.pw_dir)
# What D-Bus and what it starts have to say goes to a file; the command's own words come out (descriptors 7 and 8).
os.dup2(1, 7)
os.dup2(2, 8)
noise = os.open("/out/log-session", os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
done = subprocess.run(
    [
        "setpriv",
        f"--reuid={user.pw_uid}",
        f"--regid={user.pw_gid}",
        "--init-groups",
        "dbus-run-session",
        "--",
        "bash",
        "/kit/desk.sh",
        *sys.argv[1:],
    ],
    check=False,
    env=env,
    stdout=noise,
    stderr=noise,
    pass_fds=(7, 8),
)
sys.exit(done.returncode)
