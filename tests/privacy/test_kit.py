"""What of a record counts as an attempt to reach another computer."""

from __future__ import annotations

import pytest

from tests.privacy.kit import outside, parse_record

LOCAL = [
    '1<a> connect(3, {sa_family=AF_UNIX, sun_path="/run/x"}, 110) = 0',
    '1<a> connect(3, {sa_family=AF_INET, sin_port=htons(80), sin_addr=inet_addr("127.0.0.1")}, 16) = 0',
    '1<a> connect(3, {sa_family=AF_INET, sin_port=htons(80), sin_addr=inet_addr("0.0.0.0")}, 16) = 0',
    '1<a> connect(3, {sa_family=AF_INET6, sin6_port=htons(80), inet_pton(AF_INET6, "::1", &sin6_addr)}, 28) = 0',
    "1<a> sendto(3, [{nlmsg_len=20}], 20, 0, {sa_family=AF_NETLINK, nl_pid=0}, 12) = 20",
    '1<a> sendmsg(3, {msg_name=NULL, msg_iov=[{iov_base="inet_addr(\\"192.0"..., iov_len=90}]}, 0) = 90',
    '1<a> bind(3, {sa_family=AF_INET, sin_port=htons(0), sin_addr=inet_addr("127.0.0.1")}, 16) = 0',
]
OUTSIDE = [
    '1<a> connect(3, {sa_family=AF_INET, sin_port=htons(53), sin_addr=inet_addr("192.0.2.53")}, 16) = 0',
    '1<a> connect(3, {sa_family=AF_INET6, inet_pton(AF_INET6, "2001:db8::1", &sin6_addr)}, 28) = -1 ENETUNREACH',
    '1<a> sendto(3, "x", 1, 0, {sa_family=AF_INET, sin_port=htons(9), sin_addr=inet_addr("192.0.2.1")}, 16) = 1',
    '1<a> bind(3, {sa_family=AF_INET, sin_port=htons(80), sin_addr=inet_addr("0.0.0.0")}, 16) = 0',
    "1<a> connect(3, {sa_family=AF_VSOCK, svm_cid=0x2}, 16) = 0",
    "1<a> io_uring_setup(8, {flags=0}) = 3",
]


@pytest.mark.parametrize("line", LOCAL)
def test_what_stays_on_this_computer_is_local(line: str) -> None:
    assert not outside(parse_record([line]))


@pytest.mark.parametrize("line", OUTSIDE)
def test_what_could_leave_it_is_outside(line: str) -> None:
    (call,) = outside(parse_record([line]))
    assert call.thread == "1<a>"


def test_a_call_that_another_thread_interrupts_keeps_its_address_and_its_own_stack() -> None:
    (call,) = outside(
        parse_record(
            [
                '7<upload> connect(3, {sa_family=AF_INET, sin_addr=inet_addr("192.0.2.1")}, 16 <unfinished ...>',
                '8<qt> sendto(4, "x", 1, 0, NULL, 0) = 1',
                " > /usr/lib/libX11.so.6(send+0x1) [0x1]",
                "7<upload> <... connect resumed>)        = -1 EINPROGRESS",
                " > /usr/lib/libc.so.6(connect+0x10) [0x2]",
                " > /venv/onnxruntime_pybind11_state.so(f+0x10) [0x3]",
            ]
        )
    )
    assert call.thread == "7<upload>"
    assert call.libraries == ["libc.so.6", "onnxruntime_pybind11_state.so"]
