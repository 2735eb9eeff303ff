"""What the computer plays, per system.

Linux: the monitor of an output, opened by name from the sound server (`pulse.ServerSource`). Windows: WASAPI loopback
through PyAudioWPatch, the maintained build of PortAudio that has it. macOS hands nobody what it plays; a virtual device
(BlackHole is free) that the user sets as an output appears as a microphone, and that is what is opened here.
"""

from __future__ import annotations

import logging
import sys

from app.base.translation import translate
from app.capture.device import Choice
from app.capture.devices import portaudio_index
from app.capture.microphone import Microphone
from app.capture.ports import Capture, CaptureError
from app.capture.pulse import ServerSource
from app.capture.wasapi import WasapiLoopback

log = logging.getLogger(__name__)


def no_output_sentence(platform: str = sys.platform) -> str:
    """Why there is nothing to caption, and what to do about it."""
    if platform == "darwin":
        return translate(
            "Audio",
            "macOS does not let programs record what it plays. Install a virtual sound device (for example BlackHole), "
            "make it part of a multi-output device in Audio MIDI Setup, and choose it here.",
        )
    return translate("Audio", "No sound output was found that can be captioned.")


def open_computer(choice: Choice, platform: str = sys.platform) -> Capture:
    """The capture for a chosen output, made and not yet started. Raises CaptureError if there is none."""
    device = choice.device
    if device is None:
        raise CaptureError(no_output_sentence(platform))
    if platform == "win32":
        return WasapiLoopback(device.label, device.record_name)
    if platform == "darwin":
        return Microphone(device.label, portaudio_index(device.name))
    return ServerSource(device)
