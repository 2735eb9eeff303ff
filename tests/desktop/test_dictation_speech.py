"""Dictation of real speech: a voice is played into a real microphone, the real model recognises it, a real window
of another program holds the words."""

from __future__ import annotations

import difflib
import re
import subprocess
import sys
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from tests.desktop.dictation_kit import HOLD_SETTINGS, ROOT, Dictation, Editor, Terminal, keys_down
from tests.desktop.kit import Desktop, Sound, wait_until

pytestmark = pytest.mark.desktop

SPOKEN = "the weather is good today and we walk along the river to the old mill"


def words(text: str) -> list[str]:
    return re.findall(r"[a-z']+", text.lower())


def likeness(heard: str, spoken: str = SPOKEN) -> float:
    """Share of words in common, in order, 0..1: the starter model spells some words its own way."""
    return difflib.SequenceMatcher(None, words(heard), words(spoken), autojunk=False).ratio()


class Start:
    def __init__(self, desktop: Desktop, sound: Sound, folder: Path, bundle: Path) -> None:
        self._parts = desktop, sound, folder, bundle
        self.running: Dictation | None = None

    def __call__(self, *, ready: bool = True, **settings: Any) -> Dictation:
        desktop, sound, folder, bundle = self._parts
        chosen = {**HOLD_SETTINGS, "caption_language": False, "language": "English", **settings}
        self.running = Dictation(desktop, folder, chosen, env=sound.variables, worker=bundle)
        if ready:
            self.running.wait("status", state="listening")
            time.sleep(0.5)  # the first blocks of a new stream can be late
        return self.running


@pytest.fixture
def start(desktop: Desktop, sound: Sound, tmp_path: Path, starter_bundle: Path) -> Iterator[Start]:
    starter = Start(desktop, sound, tmp_path, starter_bundle)
    yield starter
    for key in ("d", "alt", "ctrl"):
        desktop.xdotool("keyup", key)
    if starter.running is not None:
        starter.running.process.stop()


def hold(dictation: Dictation) -> None:
    """Holds the key, and waits until it is heard what is said."""
    count = sum(event["state"] == "recording" for event in dictation.all("dictation"))
    dictation.hold()
    dictation.wait("dictation", count + 1, state="recording")


def speak(dictation: Dictation, sound: Sound, text: str = SPOKEN) -> str:
    """Holds the key, speaks, lets go; the final text."""
    wav = sound.say(text)
    count = len(dictation.all("dictated"))
    hold(dictation)
    sound.play(wav, block=True)
    dictation.release()
    return str(dictation.wait("dictated", count + 1)["text"])


def test_live_speech_grows_in_the_editor_and_is_there_exactly_once(start: Start, editor: Editor, sound: Sound) -> None:
    dictation = start()
    editor.focus()
    text = speak(dictation, sound)
    editor.wait_for(text)
    assert likeness(text) > 0.6, text
    assert editor.only_grew
    assert len(editor.texts) > 5
    assert text == dictation.all("finalized")[-1]["shown"]
    assert dictation.all("caption") == [], "what is dictated is not captioned too"


def test_whole_speech_arrives_on_release_exactly_once(start: Start, editor: Editor, sound: Sound) -> None:
    dictation = start(live=False)
    editor.focus()
    text = speak(dictation, sound)
    editor.wait_for(text)
    assert likeness(text) > 0.6, text
    assert text == dictation.all("finalized")[-1]["text"]


def test_speech_arrives_in_the_terminal(start: Start, desktop: Desktop, tmp_path: Path, sound: Sound) -> None:
    terminal = Terminal(desktop, tmp_path)
    try:
        dictation = start()
        terminal.focus()
        text = speak(dictation, sound)
        terminal.wait_for(text)
        assert likeness(text) > 0.6, text
    finally:
        terminal.close()


@pytest.mark.parametrize("after_s", [0.05, 1.0, 1.13, 1.26, 2.0])
def test_released_at_any_moment_the_last_word_comes(start: Start, editor: Editor, sound: Sound, after_s: float) -> None:
    dictation = start()
    editor.focus()
    wav = sound.say(SPOKEN)
    player = sound.play(wav)
    wait_until(sound.players, what="the speech")
    if after_s < 1.0:
        dictation.hold()
    else:
        hold(dictation)
    time.sleep(after_s)
    dictation.release()
    text = str(dictation.wait("dictated")["text"])
    player.stop()
    if text:
        editor.wait_for(text)
    finals = dictation.all("finalized")
    assert [final["shown"].strip() for final in finals if final["shown"].strip()] == ([text.strip()] if text else [])
    if after_s >= 1.0:
        assert words(text), "more than a second of speech has words"
    assert editor.only_grew


def test_two_dictations_in_quick_succession_both_arrive(start: Start, editor: Editor, sound: Sound) -> None:
    dictation = start()
    editor.focus()
    first, second = sound.say("good morning everybody"), sound.say("thank you very much")
    hold(dictation)
    sound.play(first, block=True)
    dictation.release()
    time.sleep(0.1)
    dictation.hold()
    sound.play(second, block=True)
    dictation.release()
    texts = [str(dictation.wait("dictated", number)["text"]).strip() for number in (1, 2)]
    assert all(texts), texts
    wait_until(lambda: editor.text.split() == " ".join(texts).split(), what=f"{texts} in {editor.text!r}")


def test_speech_while_the_model_loads_is_typed_when_it_is_ready(start: Start, editor: Editor, sound: Sound) -> None:
    dictation = start(ready=False)
    editor.focus()
    wav = sound.say(SPOKEN)
    dictation.wait("status")
    dictation.hold()
    sound.play(wav, block=True)
    dictation.release()
    text = str(dictation.wait("dictated")["text"])
    editor.wait_for(text)
    assert likeness(text) > 0.4, text


def test_the_microphone_unplugged_while_held_keeps_what_was_said(start: Start, editor: Editor, sound: Sound) -> None:
    dictation = start()
    editor.focus()
    wav = sound.say("good morning everybody")
    hold(dictation)
    sound.play(wav, block=True)
    sound.unplug()
    time.sleep(0.5)
    dictation.release()
    text = str(dictation.wait("dictated")["text"])
    assert words(text), text
    editor.wait_for(text)
    sound.plug()
    time.sleep(3.0)
    assert words(speak(dictation, sound)), "and the next dictation works"


@pytest.mark.slow
@pytest.mark.timeout(400)
def test_a_minute_of_speech_is_there_to_the_last_word(start: Start, editor: Editor, sound: Sound) -> None:
    sentences = (
        "the weather is good today and we walk along the river to the old mill",
        "please write this down before we go on with the next part of the talk",
        "there is nothing more to say about it but thank you all for coming",
    )
    spoken = ", ".join(sentences * 5)
    dictation = start()
    editor.focus()
    wav = sound.say(spoken)
    hold(dictation)
    began = time.monotonic()
    sound.play(wav, block=True)
    held_s = time.monotonic() - began
    dictation.release()
    text = str(dictation.wait("dictated")["text"])
    assert held_s > 60, held_s
    editor.wait_for(text)
    assert editor.only_grew
    assert likeness(text, spoken) > 0.5, text
    assert set(words(text)[-4:]) & {"thank", "you", "all", "for", "coming"}, text[-80:]


def test_captions_go_on_before_and_after(start: Start, editor: Editor, sound: Sound) -> None:
    dictation = start()
    editor.focus()
    sound.play(sound.say("good morning everybody"), block=True)
    dictation.wait("caption")
    time.sleep(1.0)
    text = speak(dictation, sound)
    editor.wait_for(text)
    before = len(dictation.all("caption"))
    time.sleep(0.5)
    sound.play(sound.say("thank you very much"), block=True)
    dictation.wait("caption", before + 1)
    assert editor.text == text


def test_nothing_stays_pressed_or_open(start: Start, editor: Editor, sound: Sound, desktop: Desktop) -> None:

    def streams() -> list[str]:
        return sound.pactl("list", "short", "source-outputs").splitlines()

    before = streams()
    dictation = start()
    editor.focus()
    for _ in range(3):
        speak(dictation, sound, "good morning")
    assert keys_down(desktop) == []
    closed = dictation.close()
    assert [name for name in closed["names"] if name.startswith("dictation")] == []
    wait_until(lambda: streams() == before, 60, f"the end of the streams {streams()}")


def test_a_cue_is_played_to_its_end_while_devices_come_and_go(sound: Sound) -> None:
    """PortAudio looks at its devices again by starting anew, which ends every stream that is open."""
    code = (
        "import logging, time; from app.capture.microphone import rescan; from app.dictation import sounds\n"
        "sounds.uses_server = lambda: False  # as on systems where PortAudio plays\n"
        "logging.basicConfig(level=logging.INFO); player = sounds.CuePlayer(); player.play('error')\n"
        "for _ in range(60): time.sleep(0.02); rescan()\n"
        "player.close(); print('played')"
    )
    environment = {**sound.env, "PYTHONPATH": str(ROOT)}
    command = [sys.executable, "-c", code]
    done = subprocess.run(command, env=environment, capture_output=True, text=True, timeout=60, check=False)
    assert done.returncode == 0, done.stderr
    assert done.stdout.strip() == "played"
    assert "not played" not in done.stderr


def test_the_cues_can_be_heard(sound: Sound, tmp_path: Path) -> None:
    code = (
        "import time; from app.dictation.sounds import CuePlayer; player = CuePlayer(); "
        "[player.play(name) for name in ('start', 'stop')]; time.sleep(2.5); player.close()"
    )
    file = tmp_path / "heard.raw"

    def loud() -> bool:
        return bool((np.abs(np.fromfile(file, np.int16).astype(int)) > 2000).any())

    before = sound.listeners()
    recorder = subprocess.Popen(
        ["parec", "--format=s16le", "--rate=16000", "--channels=1", f"--device={sound.SINK}.monitor", str(file)],
        env=sound.env,
    )
    try:
        wait_until(lambda: sound.listeners() > before, what="the recorder")
        subprocess.run([sys.executable, "-c", code], env={**sound.env, "PYTHONPATH": str(ROOT)}, check=True, timeout=60)
        wait_until(loud, what="a cue")
        time.sleep(0.5)
    finally:
        recorder.terminate()
        recorder.wait()
    heard = np.fromfile(file, np.int16).astype(float)
    power = np.abs(np.fft.rfft(heard))
    tone = np.fft.rfftfreq(len(heard), 1 / 16000)[power.argmax()]
    assert min(abs(tone - 659.3), abs(tone - 880.0)) < 15, tone
