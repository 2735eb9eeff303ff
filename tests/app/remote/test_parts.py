"""Addresses, sound, tokens and certificates on the way to a server."""

from __future__ import annotations

import io
from pathlib import Path

import numpy as np
import pytest
import soundfile
from tokenizers import Tokenizer as FastTokenizer

from app.remote.address import parse_address
from app.remote.codec import PROBE, bytes_of
from app.remote.errors import ServerError
from app.remote.flac import as_flac
from app.remote.opening import open_remote
from app.remote.template import CHAT_TEMPLATE
from app.remote.vllm import sound_rows
from inference.errors import ProviderError
from tests.app.remote.conftest import MakeServer

ROOT = Path(__file__).parents[3]


@pytest.mark.parametrize(
    ("typed", "url", "here"),
    [
        ("127.0.0.1:8000", "http://127.0.0.1:8000", True),
        (" localhost:8000/v1/ ", "http://localhost:8000", True),
        ("[::1]:8000", "http://[::1]:8000", True),
        ("192.168.1.7:8000", "http://192.168.1.7:8000", False),
        ("basement", "http://basement", False),
        ("box.local:8000", "http://box.local:8000", False),
        ("gpu.example:8443", "https://gpu.example:8443", False),
        ("https://gpu.example/r2t2/v1", "https://gpu.example/r2t2", False),
        ("https://192.168.1.7", "https://192.168.1.7", False),
    ],
)
def test_an_address_is_read_as_it_is_meant(typed: str, url: str, here: bool) -> None:
    address = parse_address(typed)
    assert (address.url, address.here) == (url, here)


@pytest.mark.parametrize(
    "typed", ["", "http://", "ftp://x", "a b", "http://user:word@host", "host:port", "https://h/?q=1"]
)
def test_what_is_no_address_is_refused(typed: str) -> None:
    with pytest.raises(ServerError, match="is not the address of a server"):
        parse_address(typed)


def test_nothing_goes_unencrypted_over_the_internet() -> None:
    for typed in ("http://gpu.example:8000", "http://8.8.8.8"):
        with pytest.raises(ServerError, match="https://"):
            parse_address(typed)


def test_sound_of_16_bits_is_exact_and_exact_sound_may_have_24(speech: np.ndarray) -> None:
    quiet = speech * np.float32(10 ** (-80 / 20))
    for samples, exact, bits in ((speech, False, 16), (speech, True, 16), (quiet, True, 24)):
        flac = as_flac(samples, exact=exact)
        heard, rate = soundfile.read(io.BytesIO(flac), dtype="float32")
        assert rate == 16_000
        assert soundfile.info(io.BytesIO(flac)).subtype == f"PCM_{bits}"
        assert np.abs(heard - samples).max() <= (0 if bits == 16 else 2**-24)
    loud = as_flac(np.array([2.0, -2.0], np.float32))
    assert soundfile.read(io.BytesIO(loud), dtype="int16")[0].tolist() == [32767, -32768]


def test_the_strings_of_tokens_are_their_bytes(starter_bundle: Path) -> None:
    fast = FastTokenizer.from_file(str(starter_bundle / "tokenizer.json"))
    ids = fast.encode(PROBE, add_special_tokens=False).ids
    assert b"".join(bytes_of(fast.id_to_token(i)) for i in ids).decode() == fast.decode(ids, skip_special_tokens=False)
    assert bytes_of("Ġ") == b" "
    assert bytes_of("<asr_text>") == b"<asr_text>"


def test_rows_of_sound_are_never_guessed_too_few() -> None:
    """7 frames of every 100 are lost to three halvings; the reference's counts for 0.02 to 32 s."""
    for frames in range(2, 3201):
        whole, rest = divmod(frames, 100)
        halved = rest
        for _ in range(3):
            halved = (halved + 1) // 2
        assert sound_rows(np.zeros(frames * 160, np.float32)) >= whole * 13 + halved


def test_the_template_for_servers_is_the_one_that_is_sent() -> None:
    file = ROOT / "packaging" / "vllm" / "chat_template.jinja"
    assert file.read_text(encoding="utf-8") == CHAT_TEMPLATE


def test_only_the_pinned_certificate_is_accepted(
    make_server: MakeServer, certificates: list[Path], speech: np.ndarray
) -> None:
    mine, other = [path.with_name("cert.pem").read_text() for path in certificates]
    server = make_server(certificate=certificates[0])
    recognizer = open_remote(server.url, certificate=mine)
    assert recognizer.transcribe(speech[:48_000]).text
    for certificate in ("", other):
        with pytest.raises(ProviderError, match="could not be verified"):
            open_remote(server.url, certificate=certificate)
    with pytest.raises(ProviderError, match="certificate is damaged"):
        open_remote(server.url, certificate="nonsense")
