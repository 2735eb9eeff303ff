"""Every way a download can end: the right files, or one clear sentence and nothing that looks finished."""

from __future__ import annotations

import os
import random
import shutil
import socket
import subprocess
import threading
import time
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

import filelock
import pytest

from app.models.catalogue import CatalogueEntry, CatalogueFile
from app.models.download import (
    Downloader,
    Wanted,
    check_space,
    free_bytes,
    is_licence_file,
    matches,
    part_of,
    plan,
    safe_path,
)
from app.models.errors import ModelError, StoppedError
from app.models.hub import Hub, HubOptions, Listing, RemoteFile
from app.models.progress import Progress
from app.models.words import readable_size
from tests.app.models.hub_fixtures import REPOSITORY, entry_for
from tests.app.models.hub_server import Fault, HubServer

BIG = "model.safetensors"


@pytest.fixture(scope="module")
def files() -> dict[str, bytes]:
    rng = random.Random(5)
    return {
        BIG: rng.randbytes(3_000_001),
        "config.json": b'{"model_type": "qwen3_asr"}',
        "vocab.json": rng.randbytes(20_000),
        "sub/notes.txt": "三".encode() * 100,
    }


@dataclass
class Served:
    """A repository on a server, and the catalogue entry that describes it."""

    server: HubServer
    files: dict[str, bytes]
    entry: CatalogueEntry


@pytest.fixture
def served(hub_server: HubServer, files: dict[str, bytes]) -> Served:
    return Served(hub_server, files, entry_for(files, hub_server.publish(REPOSITORY, files)))


@pytest.fixture(params=["models", "Jürgen's 模型 🎙 models"])
def folder(tmp_path: Path, request: pytest.FixtureRequest) -> Path:
    return tmp_path / str(request.param)


def get(hub: Hub, entry: CatalogueEntry, folder: Path, **kwargs: Any) -> Path:
    downloader = Downloader(hub, folder, **kwargs)
    listing, wanted = downloader.list(entry)
    return downloader.fetch(entry, listing, wanted)


def assert_whole(folder: Path, files: dict[str, bytes]) -> None:
    found = {
        str(path.relative_to(folder).as_posix()): path.read_bytes() for path in folder.rglob("*") if path.is_file()
    }
    assert found == files


def assert_unfinished(folder: Path, name: str = BIG) -> None:
    assert not list(folder.rglob(name)), "a file that is not whole must not have its final name"


def test_all_files_arrive_and_the_progress_ends_at_one(hub: Hub, served: Served, folder: Path) -> None:
    steps: list[Progress] = []
    result = get(hub, served.entry, folder, on_progress=steps.append)
    assert result.parent == folder
    assert_whole(result, served.files)
    fractions = [step.fraction for step in steps if step.stage == "download"]
    assert fractions == sorted(fractions)
    assert fractions[-1] == 1.0
    assert steps[-1].done_bytes == steps[-1].total_bytes == sum(map(len, served.files.values()))


def test_small_files_come_before_the_big_one(hub: Hub, served: Served, tmp_path: Path) -> None:
    get(hub, served.entry, tmp_path)
    order = [item.path.rsplit("/-/", 1)[1].split("?")[0] for item in served.server.requests if "/-/" in item.path]
    assert order[0] == "config.json"
    assert order[-1] == BIG


def test_twenty_breaks_at_random_points_and_a_new_program_each_time(
    quick: HubOptions, served: Served, tmp_path: Path
) -> None:
    """The connection breaks for good at a random place, the program ends, another one continues: 20 times."""
    rng = random.Random(20)
    position = 0
    for _ in range(20):
        step = rng.randrange(1, 2 * (len(served.files[BIG]) - position) // 22)
        served.server.faults[:] = [Fault(BIG, cut_after=step), Fault(BIG, status=503, times=0)]
        hub = Hub(quick)
        with pytest.raises(ModelError, match="having problems right now"):
            get(hub, served.entry, tmp_path)
        hub.close()
        assert_unfinished(tmp_path)
        (part,) = tmp_path.rglob(BIG + ".part")
        assert part.stat().st_size == position + step, "what had arrived is kept, nothing else"
        position += step
    served.server.faults.clear()
    hub = Hub(quick)
    result = get(hub, served.entry, tmp_path)
    hub.close()
    assert_whole(result, served.files)
    assert served.server.transfers(BIG)[-1].range == f"bytes={position}-"
    assert len(served.server.transfers("config.json")) == 1, "a file that is there is not fetched again"


def test_breaks_within_one_run_are_bridged(hub: Hub, served: Served, tmp_path: Path) -> None:
    rng = random.Random(21)
    served.server.faults[:] = [Fault(BIG, cut_after=rng.randrange(1, 150_000)) for _ in range(20)]
    assert_whole(get(hub, served.entry, tmp_path), served.files)
    assert len(served.server.transfers(BIG)) == 21


def test_a_body_that_ends_early_but_looks_complete_is_continued(hub: Hub, served: Served, tmp_path: Path) -> None:
    served.server.faults[:] = [Fault(BIG, cut_after=1_000_000, short=True)]
    assert_whole(get(hub, served.entry, tmp_path), served.files)


def test_bodies_that_end_early_again_and_again_are_continued_while_they_bring_something(
    hub: Hub, served: Served, tmp_path: Path
) -> None:
    """A proxy that ends every answer after so many megabytes."""
    served.server.faults[:] = [Fault(BIG, cut_after=100_000, short=True) for _ in range(3 * hub.options.tries)]
    assert_whole(get(hub, served.entry, tmp_path), served.files)


def test_a_server_that_always_sends_less_ends_in_a_sentence(hub: Hub, served: Served, tmp_path: Path) -> None:
    served.server.faults[:] = [Fault(BIG, cut_after=0, short=True, times=0)]
    with pytest.raises(ModelError, match=r"less of model\.safetensors than it announced"):
        get(hub, served.entry, tmp_path)
    assert_unfinished(tmp_path)


def test_a_server_that_ignores_the_range_is_read_from_the_start(hub: Hub, served: Served, tmp_path: Path) -> None:
    served.server.faults[:] = [Fault(BIG, cut_after=700_000), Fault(BIG, ignore_range=True)]
    assert_whole(get(hub, served.entry, tmp_path), served.files)
    assert [item.range for item in served.server.transfers(BIG)] == ["", "bytes=700000-"]


@pytest.mark.parametrize("begin_at", [0, 300_000, 900_000])
def test_a_server_that_sends_another_part_than_asked_for_costs_nothing(
    hub: Hub, served: Served, tmp_path: Path, begin_at: int
) -> None:
    """An earlier part overwrites what was there; a later one would leave a hole and is asked for again."""
    served.server.faults[:] = [Fault(BIG, cut_after=700_000), Fault(BIG, begin_at=begin_at)]
    assert_whole(get(hub, served.entry, tmp_path), served.files)
    assert len(served.server.transfers(BIG)) == (3 if begin_at > 700_000 else 2), "never from the start"


@pytest.mark.parametrize("flip_at", [0, 1_500_000, 3_000_000])
def test_a_corrupted_body_is_fetched_again(hub: Hub, served: Served, tmp_path: Path, flip_at: int) -> None:
    served.server.faults[:] = [Fault(BIG, flip_at=flip_at)]
    assert_whole(get(hub, served.entry, tmp_path), served.files)


@pytest.mark.parametrize("name", [BIG, "config.json"])
def test_a_body_that_is_always_wrong_ends_in_a_sentence(hub: Hub, served: Served, tmp_path: Path, name: str) -> None:
    served.server.faults[:] = [Fault(name, flip_at=3, times=0)]
    with pytest.raises(ModelError, match=f"{name} was damaged in two downloads"):
        get(hub, served.entry, tmp_path)
    assert_unfinished(tmp_path, name)
    assert not list(tmp_path.rglob(name + ".part")), "a part that is known to be wrong is not gone on with"


def test_a_part_that_went_bad_on_disk_is_noticed(hub: Hub, served: Served, tmp_path: Path) -> None:
    served.server.faults[:] = [Fault(BIG, cut_after=900_000), *[Fault(BIG, status=500)] * 3]
    with pytest.raises(ModelError):
        get(hub, served.entry, tmp_path)
    (part,) = tmp_path.rglob(BIG + ".part")
    part.write_bytes(bytes(900_000))
    assert_whole(get(hub, served.entry, tmp_path), served.files)


def test_a_finished_file_that_went_bad_on_disk_is_fetched_again(hub: Hub, served: Served, tmp_path: Path) -> None:
    result = get(hub, served.entry, tmp_path)
    damaged = bytearray(served.files[BIG])
    damaged[77] ^= 0x80
    (result / BIG).write_bytes(damaged)
    assert_whole(get(hub, served.entry, tmp_path), served.files)


@pytest.mark.parametrize(
    "refusal",
    [
        (401, "did not accept the access token"),
        (403, "does not allow this account or network"),
        (404, "has no netease-youdao/Confucius4-R2T2"),
        (429, "limits how much can be downloaded"),
        (500, "having problems right now"),
        (418, "refused to send"),
    ],
)
@pytest.mark.parametrize("where", ["list", "file"])
def test_a_refusal_is_one_sentence(
    hub: Hub, served: Served, tmp_path: Path, where: str, refusal: tuple[int, str]
) -> None:
    status, sentence = refusal
    faults = served.server.api_faults if where == "list" else served.server.faults
    faults.append(Fault("" if where == "list" else BIG, status=status, times=0))
    with pytest.raises(ModelError) as caught:
        get(hub, served.entry, tmp_path)
    text = str(caught.value)
    assert sentence in text
    assert "\n" not in text
    assert "Traceback" not in text
    assert "http" not in text.lower().replace("https://", "")
    assert_unfinished(tmp_path)


@pytest.mark.parametrize("status", [429, 500, 503])
def test_a_fault_that_passes_is_waited_for(hub: Hub, served: Served, tmp_path: Path, status: int) -> None:
    served.server.api_faults[:] = [Fault(status=status, times=2)]
    served.server.faults[:] = [Fault(BIG, status=status, times=2, headers=(("Retry-After", "0"),))]
    assert_whole(get(hub, served.entry, tmp_path), served.files)


@pytest.fixture
def impatient(quick: HubOptions) -> Iterator[Hub]:
    """Takes half a second of silence for a break."""
    hub = Hub(replace(quick, stall_s=0.5))
    yield hub
    hub.close()


def test_a_stall_is_bridged(impatient: Hub, served: Served, tmp_path: Path) -> None:
    served.server.faults[:] = [Fault(BIG, stall_after=500_000)]
    assert_whole(get(impatient, served.entry, tmp_path), served.files)


@pytest.mark.parametrize("where", ["list", "file"])
def test_a_server_that_stays_silent_ends_in_a_sentence(
    impatient: Hub, served: Served, tmp_path: Path, where: str
) -> None:
    faults = served.server.api_faults if where == "list" else served.server.faults
    faults.append(Fault("" if where == "list" else BIG, stall_after=0, times=0))
    with pytest.raises(ModelError, match="was lost"):
        get(impatient, served.entry, tmp_path)
    assert_unfinished(tmp_path)


@pytest.mark.parametrize("where", ["list", "file"])
def test_stopping_does_not_wait_for_a_silent_server(
    quick: HubOptions, served: Served, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, where: str
) -> None:
    monkeypatch.setattr("app.models.download._REPORT_EVERY_S", 0.0)
    faults = served.server.api_faults if where == "list" else served.server.faults
    faults.append(Fault("" if where == "list" else BIG, stall_after=100_000))
    hub = Hub(replace(quick, stall_s=600.0, connect_timeout_s=600.0))
    small = sum(len(data) for name, data in served.files.items() if name != BIG)
    steps: list[Progress] = []

    def silent() -> bool:
        """The server has sent what it sends."""
        if where == "list":
            return bool(served.server.requests)
        return bool(steps) and steps[-1].done_bytes == small + 100_000

    begin = time.monotonic()
    with pytest.raises(StoppedError):
        get(hub, served.entry, tmp_path, cancelled=silent, on_progress=steps.append)
    assert time.monotonic() - begin < 60, "the client's own limit is ten minutes"
    assert_unfinished(tmp_path)
    if where == "file":
        (part,) = tmp_path.rglob(BIG + ".part")
        assert part.read_bytes() == served.files[BIG][:100_000]


def test_a_repository_that_moved_is_not_mixed(hub: Hub, served: Served, tmp_path: Path) -> None:
    served.server.faults[:] = [Fault(BIG, commit="f" * 40, times=0)]
    with pytest.raises(ModelError, match=r"changed while model\.safetensors was downloading"):
        get(hub, served.entry, tmp_path)
    assert_unfinished(tmp_path)


def test_a_pinned_version_that_is_gone_is_said(hub: Hub, served: Served, tmp_path: Path) -> None:
    served.server.publish(REPOSITORY, {**served.files, "config.json": b"{}"})
    with pytest.raises(ModelError, match="no longer has the version"):
        get(hub, served.entry, tmp_path)
    assert not list(tmp_path.rglob("*.*"))


def test_a_branch_is_pinned_when_it_is_listed(hub: Hub, served: Served, tmp_path: Path) -> None:
    downloader = Downloader(hub, tmp_path)
    listing, wanted = downloader.list(replace(served.entry, revision="main"))
    assert listing.commit == served.server.repositories[REPOSITORY].commit
    served.server.publish(REPOSITORY, {**served.files, "config.json": b"{}"})
    with pytest.raises(ModelError, match="no longer has the version"):
        downloader.fetch(served.entry, listing, wanted)


def test_a_repository_that_is_not_there(hub: Hub, served: Served, tmp_path: Path) -> None:
    with pytest.raises(ModelError, match=r"no repository nobody/nothing|did not accept"):
        get(hub, replace(served.entry, repository="nobody/nothing"), tmp_path)


def test_nothing_is_fetched_if_the_repository_holds_another_file_than_is_known(
    hub: Hub, served: Served, tmp_path: Path
) -> None:
    wrong = tuple(replace(item, sha256="0" * 64) if item.path == BIG else item for item in served.entry.files)
    with pytest.raises(ModelError, match=r"is not the file this program knows\. Nothing was downloaded"):
        get(hub, replace(served.entry, files=wrong), tmp_path)
    assert not served.server.transfers(BIG)


def test_without_a_known_checksum_the_hubs_own_is_checked(hub: Hub, served: Served, tmp_path: Path) -> None:
    unknown = entry_for(served.files, served.entry.revision, sums=False)
    served.server.faults[:] = [Fault("config.json", flip_at=1, times=0)]
    with pytest.raises(ModelError, match=r"config\.json was damaged"):
        get(hub, unknown, tmp_path)
    served.server.faults[:] = [Fault(BIG, flip_at=1, times=0)]
    with pytest.raises(ModelError, match=f"{BIG} was damaged"):
        get(hub, unknown, tmp_path)
    served.server.faults.clear()
    assert_whole(get(hub, unknown, tmp_path), served.files)


def test_a_gated_repository_asks_for_a_token_and_takes_it(quick: HubOptions, served: Served, tmp_path: Path) -> None:
    entry = entry_for(served.files, served.server.publish(REPOSITORY, served.files, gated=True))
    served.server.token = "hf_right"
    for token, sentence in (("", "to enter an access token"), ("hf_wrong", "did not accept the access token")):
        hub = Hub(replace(quick, token=token))
        with pytest.raises(ModelError, match=sentence):
            get(hub, entry, tmp_path)
        hub.close()
    hub = Hub(replace(quick, token="hf_right"))
    assert_whole(get(hub, entry, tmp_path), served.files)
    hub.close()
    sent = [item for item in served.server.requests if item.token == "hf_right"]
    assert sent
    assert all(str(item.port) in served.server.url for item in sent), "the token must not go to another host"


@pytest.mark.parametrize(("use_login", "sent"), [(True, {"hf_login"}), (False, {""})])
def test_the_token_of_a_login_goes_to_the_hub_alone(
    quick: HubOptions, served: Served, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, use_login: bool, sent: set[str]
) -> None:
    monkeypatch.setenv("HF_TOKEN", "hf_login")
    hub = Hub(replace(quick, use_login=use_login))
    get(hub, served.entry, tmp_path)
    hub.close()
    own = {item.token for item in served.server.requests if str(item.port) in served.server.url}
    others = {item.token for item in served.server.requests if str(item.port) not in served.server.url}
    assert own == sent
    assert others == {""}


def test_a_proxy_that_is_set_is_used(quick: HubOptions, served: Served, tmp_path: Path) -> None:
    """The hub's own server stands in for a proxy: a proxied request comes with the whole address in its first line."""
    hub = Hub(replace(quick, endpoint="http://hub.invalid", proxy=served.server.url, tries=1))
    assert_whole(get(hub, served.entry, tmp_path), served.files)
    hub.close()
    assert any(item.path.startswith("http://hub.invalid/api/models/") for item in served.server.requests)


@pytest.mark.parametrize(
    ("change", "sentence"),
    [
        ({"offline": True}, "Offline mode is on"),
        ({"endpoint": "http://127.0.0.1:9"}, "Could not connect"),
        ({"endpoint": "ftp://example.org"}, "is not the address of a model hub"),
        ({"proxy": "http://127.0.0.1:9"}, "Could not connect to 127.0.0.1"),
    ],
)
def test_no_way_to_the_hub_is_one_sentence(
    quick: HubOptions, served: Served, tmp_path: Path, change: dict[str, object], sentence: str
) -> None:
    hub = Hub(replace(quick, tries=1, **change))  # type: ignore[arg-type]
    with pytest.raises(ModelError, match=sentence):
        get(hub, served.entry, tmp_path)
    hub.close()
    assert not list(tmp_path.rglob("*.part"))


def test_a_certificate_that_nobody_vouches_for_is_one_sentence(
    quick: HubOptions, served: Served, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And one that the system trusts, as a company's own is once it is installed, is accepted."""
    if shutil.which("openssl") is None:
        pytest.skip("needs openssl to make a certificate")
    pem = tmp_path / "certificate.pem"
    command = [
        "openssl",
        "req",
        "-x509",
        "-newkey",
        "rsa:2048",
        "-nodes",
        "-keyout",
        str(pem),
        "-out",
        str(pem) + ".crt",
    ]
    command += ["-days", "2", "-subj", "/CN=localhost", "-addext", "subjectAltName=DNS:localhost,IP:127.0.0.1"]
    subprocess.run(command, check=True, capture_output=True)
    certificate = Path(str(pem) + ".crt")
    pem.write_text(pem.read_text() + certificate.read_text())
    with HubServer(certificate=pem) as server:
        server.publish(REPOSITORY, served.files)
        hub = Hub(replace(quick, endpoint=server.url, tries=1))
        with pytest.raises(ModelError, match="could not be verified") as caught:
            get(hub, served.entry, tmp_path / "models")
        hub.close()
        assert "\n" not in str(caught.value)
        monkeypatch.setenv("SSL_CERT_FILE", str(certificate))
        hub = Hub(replace(quick, endpoint=server.url, tries=1))
        assert_whole(get(hub, served.entry, tmp_path / "models"), served.files)
        hub.close()


def test_a_proxy_without_sense_is_one_sentence(quick: HubOptions) -> None:
    with pytest.raises(ModelError, match="is not a valid proxy address"):
        Hub(replace(quick, proxy="nonsense"))


def test_a_proxy_of_the_environment_without_sense_is_named(quick: HubOptions, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("ALL_PROXY", "nonsense://host")
    with pytest.raises(ModelError, match="“nonsense://host” is not a valid proxy address"):
        Hub(quick)


def test_certificates_that_are_not_there_are_one_sentence(
    quick: HubOptions, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("SSL_CERT_FILE", str(tmp_path / "none.pem"))
    with pytest.raises(ModelError, match="certificates of this computer cannot be read"):
        Hub(quick)


class SocksProxy:
    """A SOCKS 5 proxy for one connection after another, without a password; every name leads to `target`."""

    def __init__(self, target: tuple[str, int]) -> None:
        self.asked: list[bytes] = []
        self._target = target
        self._server = socket.create_server(("127.0.0.1", 0))
        self.port = self._server.getsockname()[1]
        threading.Thread(target=self._serve, daemon=True).start()

    def _serve(self) -> None:
        while True:
            try:
                client, _ = self._server.accept()
            except OSError:
                return
            threading.Thread(target=self._tunnel, args=(client,), daemon=True).start()

    def _tunnel(self, client: socket.socket) -> None:
        greeting = client.recv(2)
        client.recv(greeting[1])
        client.sendall(b"\x05\x00")
        head = client.recv(5)
        self.asked.append(client.recv(head[4]))
        client.recv(2)
        client.sendall(b"\x05\x00\x00\x01\x7f\x00\x00\x01\x00\x00")
        upstream = socket.create_connection(self._target)
        threading.Thread(target=self._pump, args=(client, upstream), daemon=True).start()
        self._pump(upstream, client)

    @staticmethod
    def _pump(source: socket.socket, sink: socket.socket) -> None:
        with suppress(OSError):
            while data := source.recv(65536):
                sink.sendall(data)
            sink.shutdown(socket.SHUT_WR)

    def close(self) -> None:
        self._server.close()


@pytest.mark.parametrize("scheme", ["socks", "socks5"])
@pytest.mark.parametrize("where", ["settings", "environment"])
def test_a_socks_proxy_is_used(
    quick: HubOptions, served: Served, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, scheme: str, where: str
) -> None:
    """Desktops write `socks://` into the environment, which the HTTP client does not know."""
    port = int(served.server.url.rpartition(":")[2])
    proxy = SocksProxy(("127.0.0.1", port))
    address = f"{scheme}://127.0.0.1:{proxy.port}"
    options = replace(quick, endpoint=f"http://hub.invalid:{port}", tries=1)
    if where == "settings":
        options = replace(options, proxy=address)
    else:
        monkeypatch.setenv("ALL_PROXY", address)
    hub = Hub(options)
    assert_whole(get(hub, served.entry, tmp_path), served.files)
    hub.close()
    proxy.close()
    assert b"hub.invalid" in proxy.asked


def test_too_little_space_is_said_before_anything_is_fetched(hub: Hub, served: Served, tmp_path: Path) -> None:
    with pytest.raises(ModelError, match=r"more are needed in .* but only 100\.0 MB are free"):
        get(hub, served.entry, tmp_path, free=lambda _: 100_000_000)
    assert not served.server.transfers("config.json")


def test_space_for_the_conversion_is_counted(hub: Hub, served: Served, tmp_path: Path) -> None:
    with pytest.raises(ModelError, match=r"5\.2 GB more are needed"):
        get(hub, served.entry, tmp_path, extra_bytes=5_000_000_000, free=lambda _: 5_000_000_000)


@pytest.fixture
def small_disk(tmp_path: Path) -> Iterator[Path]:
    """A file system of 2 MB. Needs the right to mount one."""
    place = tmp_path / "disk"
    place.mkdir()
    if os.name != "posix" or os.geteuid() != 0:
        pytest.skip("only root can mount a small file system")
    made = subprocess.run(
        ["mount", "-t", "tmpfs", "-o", "size=2m", "tmpfs", str(place)], capture_output=True, check=False
    )
    if made.returncode:
        pytest.skip(f"a small file system cannot be mounted here: {made.stderr.decode().strip()}")
    yield place
    subprocess.run(["umount", str(place)], check=True)


def test_a_disk_that_fills_up_is_a_sentence_and_can_be_gone_on_with(hub: Hub, served: Served, small_disk: Path) -> None:
    with pytest.raises(ModelError, match="is full"):
        get(hub, served.entry, small_disk, free=lambda _: 1 << 40)
    assert_unfinished(small_disk)
    subprocess.run(["mount", "-o", "remount,size=20m", str(small_disk)], check=True)
    assert_whole(get(hub, served.entry, small_disk, free=lambda _: 1 << 40), served.files)


def test_two_programs_do_not_fetch_the_same_model(hub: Hub, served: Served, tmp_path: Path) -> None:
    downloader = Downloader(hub, tmp_path)
    listing, wanted = downloader.list(served.entry)
    target = downloader.target(served.entry, listing)
    target.mkdir(parents=True)
    with filelock.FileLock(target / ".lock"), pytest.raises(ModelError, match="Another copy of this program"):
        downloader.fetch(served.entry, listing, wanted)


def test_licences_that_the_repository_carries_are_fetched_too(hub: Hub, served: Served, tmp_path: Path) -> None:
    more = {**served.files, "MODEL_LICENSE": b"terms", "NOTICE.txt": "通知".encode(), "README.md": b"about"}
    entry = entry_for(served.files, served.server.publish(REPOSITORY, more))
    downloader = Downloader(hub, tmp_path)
    listing, wanted = downloader.list(entry)
    assert downloader.licences(listing, wanted) == {"MODEL_LICENSE": "terms", "NOTICE.txt": "通知"}
    folder = downloader.fetch(entry, listing, wanted)
    assert (folder / "MODEL_LICENSE").read_bytes() == b"terms"
    assert not (folder / "README.md").exists()


@pytest.mark.parametrize(
    ("fault", "sentence"),
    [
        (Fault("MODEL_LICENSE", status=403, times=0), "does not allow this account"),
        (Fault("MODEL_LICENSE", status=503, times=0), "having problems right now"),
        (Fault("MODEL_LICENSE", stall_after=0, times=0), "was lost"),
        (Fault("MODEL_LICENSE", flip_at=2, times=0), "MODEL_LICENSE was damaged in two downloads"),
        (Fault("MODEL_LICENSE", cut_after=2, short=True, times=0), "MODEL_LICENSE was damaged in two downloads"),
    ],
)
def test_a_licence_that_cannot_be_read_is_one_sentence(
    impatient: Hub, served: Served, tmp_path: Path, fault: Fault, sentence: str
) -> None:
    hub = impatient
    more = {**served.files, "MODEL_LICENSE": b"terms"}
    entry = entry_for(served.files, served.server.publish(REPOSITORY, more))
    downloader = Downloader(hub, tmp_path)
    listing, wanted = downloader.list(entry)
    served.server.faults.append(fault)
    with pytest.raises(ModelError, match=sentence) as caught:
        downloader.licences(listing, wanted)
    assert "\n" not in str(caught.value)


def test_a_licence_text_is_the_one_that_the_repository_has(hub: Hub, served: Served, tmp_path: Path) -> None:
    more = {**served.files, "MODEL_LICENSE": b"terms"}
    entry = entry_for(served.files, served.server.publish(REPOSITORY, more))
    downloader = Downloader(hub, tmp_path)
    listing, wanted = downloader.list(entry)
    served.server.faults.append(Fault("MODEL_LICENSE", flip_at=2))
    assert downloader.licences(listing, wanted) == {"MODEL_LICENSE": "terms"}


@pytest.mark.parametrize("commit", ["../../../escape", "", "main", "F" * 40, "a" * 39, "a" * 40 + "/../x"])
def test_a_version_that_is_no_commit_is_refused(hub: Hub, served: Served, tmp_path: Path, commit: str) -> None:
    """It names the folder of the download."""
    served.server.repositories[REPOSITORY].commit = commit
    served.server.repositories[REPOSITORY].branches["main"] = commit
    with pytest.raises(ModelError, match="sent an invalid response"):
        get(hub, replace(served.entry, revision="main"), tmp_path / "models")
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize("answer", ["[]", '"x"', "5", "null", "{}", '{"id": "a/b", "sha": 5}', "<html>"])
def test_a_list_without_sense_is_one_sentence(quick: HubOptions, served: Served, tmp_path: Path, answer: str) -> None:
    served.server.api_answer = answer
    hub = Hub(quick)
    with pytest.raises(ModelError, match="invalid response") as caught:
        get(hub, served.entry, tmp_path)
    hub.close()
    assert "\n" not in str(caught.value)


def test_a_drive_that_is_not_there_is_no_endless_search(monkeypatch: pytest.MonkeyPatch) -> None:
    """Windows has roots that do not exist; that is played here."""
    monkeypatch.setattr(Path, "exists", lambda _: False)
    assert free_bytes(Path("/no/such/drive")) > 0


@pytest.mark.parametrize(
    "name", ["LICENSE\0", "LICENSE\n", "../escape", "/etc/passwd", "a/../../b", "C:\\windows", "a\\..\\b", ""]
)
def test_a_name_that_leads_out_of_the_folder_is_refused(tmp_path: Path, name: str) -> None:
    with pytest.raises(ModelError, match="forbidden name"):
        safe_path(tmp_path, name)


def test_a_file_without_any_checksum_is_refused(served: Served) -> None:
    listing = Listing(REPOSITORY, served.entry.revision, (RemoteFile("a", 1, None, None),))
    with pytest.raises(ModelError, match="no checksum for a"):
        plan(replace(served.entry, files=(CatalogueFile("a", 1, None),)), listing)


@pytest.mark.parametrize(
    ("path", "licence"),
    [
        ("LICENSE", True),
        ("license.txt", True),
        ("MODEL_LICENSE_zh", True),
        ("NOTICE", True),
        ("docs/LICENSE", False),
        ("README.md", False),
    ],
)
def test_which_files_are_licences(path: str, licence: bool) -> None:
    assert is_licence_file(path) is licence


@pytest.mark.parametrize(
    ("n_bytes", "text"),
    [(0, "0 B"), (999, "999 B"), (12_300, "12 kB"), (4_500_000, "4.5 MB"), (4_076_191_640, "4.1 GB")],
)
def test_sizes_read_as_on_a_label(n_bytes: int, text: str) -> None:
    assert readable_size(n_bytes) == text


def test_space_is_looked_up_for_a_folder_that_is_not_there_yet(tmp_path: Path) -> None:
    check_space(1, tmp_path / "not" / "yet")


def test_part_keeps_the_name() -> None:
    assert part_of(Path("a/model.safetensors")).name == "model.safetensors.part"


def test_small_files_are_checked_by_the_sum_that_git_gives(tmp_path: Path) -> None:
    """The example of the Git book: `echo -n "what is up, doc?" | git hash-object --stdin`."""
    path = tmp_path / "a"
    path.write_bytes(b"what is up, doc?")
    remote = RemoteFile("a", 16, None, "bd9dbf5aae1a3862dd1526723246b20206e5fc37")
    assert matches(path, Wanted(remote, None, remote.git_oid))
    path.write_bytes(b"what is up, duc?")
    assert not matches(path, Wanted(remote, None, remote.git_oid))
