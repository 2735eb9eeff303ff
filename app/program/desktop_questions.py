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


def offer_permission(messages: MessageBar, dictation: DictationController) -> None:
    """From now on a dictation that the desktop has not allowed to type says so, with a button that has it asked."""

    def offer(phase: str) -> None:
        if phase == "recording" and dictation.may_not_type_yet:
            text = translate("Dictation", "Your desktop has not allowed dictation to type yet.")
            messages.show_notice(text, translate("Dictation", "Allow typing…"), dictation.ask_to_type)

    dictation.phase_changed_to.connect(offer)


def explain_desktop(messages: MessageBar, settings: Settings, dialogs: Dialogs) -> None:
    """At the first start: that other windows may cover the captions."""
    if settings.interface.first_run_done or capabilities(QGuiApplication.platformName()).position:
        return
    text = translate(
        "MainWindow",
        "XWayland is not available, so the desktop decides where the captions are and whether other windows cover them.",
    )
    messages.show_notice(text, translate("MainWindow", "Position…"), lambda: dialogs.show_settings("place"))
