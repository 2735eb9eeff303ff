"""A private Wayland desktop: Sway without a screen, which tiles its windows and gives the keyboard to every new one."""

from __future__ import annotations

import json
import os
import subprocess
from pathlib import Path
from typing import Any

from tests.desktop.kit import KitError, Screen, Started, wait_until

PROGRAMS = ("sway", "swaymsg", "wtype", "foot", "setpriv")
WIDTH, HEIGHT = 1280, 720
NOBODY = 65534


class WaylandDesktop(Screen):
    """See the module. There is no X server beside it."""

    def _open(self) -> None:
        hidden = ("DISPLAY", "WAYLAND_DISPLAY", "XAUTHORITY", "QT_QPA_PLATFORM", "DESKTOP_SESSION", "SWAYSOCK")
        self.env = {key: value for key, value in os.environ.items() if key not in hidden} | {
            "XDG_RUNTIME_DIR": str(self.folder),
            "XDG_SESSION_TYPE": "wayland",
            "XDG_CURRENT_DESKTOP": "sway",
            "DBUS_SESSION_BUS_ADDRESS": "disabled:",
            "LC_ALL": "C.UTF-8",
            "PYTHONUNBUFFERED": "1",
        }
        config = self.folder / "config"
        config.write_text(f"xwayland disable\noutput HEADLESS-1 resolution {WIDTH}x{HEIGHT}\n", encoding="utf-8")
        headless = {"WLR_BACKENDS": "headless", "WLR_LIBINPUT_NO_DEVICES": "1", "WLR_RENDERER": "pixman"}
        command = ["sway", "-c", str(config)]
        if os.geteuid() == 0:  # it refuses to run as root
            os.chown(self.folder, NOBODY, NOBODY)
            command = ["setpriv", f"--reuid={NOBODY}", f"--regid={NOBODY}", "--clear-groups", "--", *command]
        server = Started(command, {**self.env, **headless, "HOME": str(self.folder)}, self.folder / "sway.log")
        self._processes.append(server)

        def socket(pattern: str) -> Path | None:
            if not server.running:
                raise KitError(f"Sway did not start: {server.output()}")
            return next((path for path in self.folder.glob(pattern) if path.is_socket()), None)

        self.env["WAYLAND_DISPLAY"] = Path(str(wait_until(lambda: socket("wayland-*"), what="Sway"))).name
        self.env["SWAYSOCK"] = str(wait_until(lambda: socket("sway-ipc.*"), what="Sway's socket"))
        # A keyboard that stays, as every computer has one: without it a program sees one only while wtype runs.
        self.start("wtype", "-s", "600000")
        wait_until(lambda: self._tell("-t", "get_seats")[0]["capabilities"], what="the keyboard")

    def _tell(self, *arguments: str) -> Any:
        done = subprocess.run(
            ["swaymsg", "-r", *arguments], env=self.env, capture_output=True, text=True, check=True, timeout=10
        )
        return json.loads(done.stdout)

    def windows(self) -> dict[str, dict[str, Any]]:
        """Sway's word for every window, by its title: `type` ("con" is tiled, "floating_con" is not), `rect`, `focused`."""
        found: dict[str, dict[str, Any]] = {}

        def walk(node: dict[str, Any]) -> None:
            if node["type"] in ("con", "floating_con") and node.get("name"):
                found[node["name"]] = node
            for child in [*node["nodes"], *node["floating_nodes"]]:
                walk(child)

        walk(self._tell("-t", "get_tree"))
        return found
