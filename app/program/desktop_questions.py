"""What a Wayland desktop asks the user, or leaves to be known at the first start, brought to the windows."""

from __future__ import annotations

from typing import TYPE_CHECKING

from PySide6.QtGui import QGuiApplication

from app.base.questions import desktop_asks
from app.base.settings import Settings
from app.base.translation import translate
from app.ui.kit.message_bar import MessageBar
from app.ui.kit.relay import relay_to
from app.ui.overlay.placement import capabilities
from app.ui.overlay.window import Overlay

if TYPE_CHECKING:
    from app.program.windows import Dialogs
    from app.ui.dictation.controller import DictationController


def give_way_to_questions(overlay: Overlay) -> None:
    """From now on the overlay is not in front of the desktop's dialogs."""
    call = relay_to(overlay)
    desktop_asks.connect(lambda on: call("give_way", on))


def explain_desktop(messages: MessageBar, settings: Settings, dictation: DictationController, dialogs: Dialogs) -> None:
    """At the start: that the desktop has still to let dictation type; at the first one, that captions may be covered."""
    first = not settings.interface.first_run_done  # then the welcome page is followed by the question itself
    if settings.dictation.enabled and dictation.may_not_type_yet and not first:
        text = translate("Dictation", "Your desktop has not allowed dictation to type yet.")
        messages.show_notice(text, translate("Dictation", "Allow typing…"), dictation.ask_to_type)
    if first and not capabilities(QGuiApplication.platformName()).position:
        text = translate(
            "MainWindow",
            "XWayland is not available, so the desktop decides where the captions are and whether other windows cover them.",
        )
        messages.show_notice(text, translate("MainWindow", "Position…"), lambda: dialogs.show_settings("place"))
