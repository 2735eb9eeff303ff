"""Addresses, sound, tokens and certificates on the way to a server."""

from __future__ import annotations

import io
from collections.abc import Callable
from pathlib import Path
from typing import Any

import httpx2
import numpy as np
import pytest
import soundfile
from tokenizers import Tokenizer as FastTokenizer

from app.remote.address import parse_address
from app.remote.codec import PROBE, ServerCodec, bytes_of
from app.remote.errors import ServerError
from app.remote.flac import as_flac
from app.remote.link import Access, Link
from app.remote.opening import open_remote
from app.remote.template import CHAT_TEMPLATE
from app.remote.vllm import Facts, Question, VllmServer, sound_rows
from inference.errors import ProviderError
from inference.tokenizer import Tokenizer
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


def _choice(**fields: Any) -> dict[str, Any]:
    return {"choices": [fields]}


NONSENSE = [
    None, True, -1, float("inf"), "x", [None], {}, {"data": None}, {"data": ["x"]}, {"choices": "x"}, {"choices": ["x"]},
    {"data": [{"id": "m", "max_model_len": float("inf")}]}, {"data": [{"id": "m", "max_model_len": "x"}]},
    _choice(), _choice(message=None), _choice(message="x"),
    {"tokens": ["x"]}, {"tokens": [[1]], "token_strs": ["x"]}, {"tokens": [1], "token_strs": [None]},
    {"tokens": [1, 2], "token_strs": ["x"]}, {"tokens": [-1], "token_strs": ["x"]}, {"tokens": [1 << 70], "token_strs": ["x"]},
]  # fmt: skip


@pytest.mark.parametrize("nonsense", NONSENSE, ids=repr)
@pytest.mark.parametrize(
    "ask",
    [
        lambda server, codec: server.facts,
        lambda server, codec: server._generate(
            Question("", np.zeros(4000, np.float32), "", 9), "m", codec, template=False
        ),
        lambda server, codec: codec.encode("hello"),
    ],
    ids=["what it is", "a generation", "tokens"],
)
def test_json_that_makes_no_sense_is_an_error_in_words(
    ask: Callable[[VllmServer, ServerCodec], Any], nonsense: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Link, "get", lambda link, path, **options: nonsense)
    monkeypatch.setattr(Link, "post", lambda link, path, body: nonsense)
    address = parse_address("127.0.0.1:1")
    server = VllmServer(address, Access(), ())
    with pytest.raises(ServerError, match=r"127\.0\.0\.1"):
        ask(server, ServerCodec(Link(address, Access()), "m", (1,)))


@pytest.mark.parametrize("ids", [None, "x", ["x"], [-1], [1 << 70], [1.5], [True]])
def test_token_ids_that_are_none_are_those_of_the_text(
    starter_bundle: Path, ids: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Link, "post", lambda link, path, body: _choice(message={"content": "hello"}, token_ids=ids))
    codec = Tokenizer.from_file(starter_bundle / "tokenizer.json")
    server = VllmServer(parse_address("127.0.0.1:1"), Access(), ())
    server._facts = Facts("m", 2048, continues=True, template=False, delay_s=0.0, codec=codec)
    answer = server.answer(Question("", np.zeros(4000, np.float32), "", 9))
    assert (list(answer.ids), answer.text) == (codec.encode("hello"), "hello")


@pytest.mark.parametrize(
    ("header", "wait_s"),
    [(b"7", 7.0), (b"", None), (b"Tue, 01 Dec 2026", None), (b"\xb2", None), (b"9" * 400, None), (b"-1", None)],
)
def test_how_long_a_busy_server_asks_to_wait(
    header: bytes, wait_s: float | None, monkeypatch: pytest.MonkeyPatch
) -> None:
    busy = httpx2.Response(503, headers=[(b"Retry-After", header)])
    monkeypatch.setattr(httpx2.Client, "request", lambda client, *arguments, **options: busy)
    with pytest.raises(ServerError, match="busy") as raised:
        Link(parse_address("127.0.0.1:1"), Access()).get("/health")
    assert raised.value.wait_s == wait_s
