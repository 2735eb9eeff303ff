"""What this computer has, and which precision of the full model suits it.

`describe_machine` looks; `recommend_precision` is the pure rule. The rule follows the table of `inference.providers`: a
graphics card takes fp16, a processor computes in int8, and int4 is what still fits where memory is short.
"""

from __future__ import annotations

import ctypes
import os
import sys
from dataclasses import dataclass

import onnxruntime

from app.base.translation import translate
from inference.providers import PLANS, has_nvidia_driver

GB = 1_000_000_000
FP16_GRAPHICS_BYTES = 6 * GB
"""Graphics memory that the full model wants in fp16: 4.1 GB of weights, the K/V cache, work space, and the desktop."""

COMFORTABLE_MEMORY_BYTES = 6 * GB
"""Memory of the whole computer from which int8 (2.5 GB) leaves room for the system and other programs."""

PRECISIONS = ("fp16", "int8", "int4", "fp32")
"""As they are offered: the usual ones first; fp32 is for comparisons."""


@dataclass(frozen=True)
class Machine:
    """
    Attributes:
        memory_bytes: of the computer, 0 if it could not be found out.
        cuda, directml: whether ONNX Runtime has that provider here (and, for CUDA, a driver).
        graphics_bytes: memory of the first CUDA device, 0 if unknown.
    """

    memory_bytes: int = 0
    cuda: bool = False
    directml: bool = False
    graphics_bytes: int = 0


def recommend_precision(machine: Machine) -> tuple[str, str]:
    """The precision to convert to, and why, in one message."""
    too_small = 0 < machine.graphics_bytes < FP16_GRAPHICS_BYTES
    if machine.cuda and not too_small:
        return "fp16", translate("Models", "This computer has an NVIDIA graphics card. 16-bit weights suit it best.")
    if machine.directml and not machine.cuda:
        return "fp16", translate(
            "Models", "This computer's graphics card is used through DirectML, which needs 16-bit weights."
        )
    # int4 is never recommended: its file is a sixth smaller, but it was measured to need as much memory as int8, to be
    # slower where many rows are computed at once, and it costs accuracy.
    if 0 < machine.memory_bytes < COMFORTABLE_MEMORY_BYTES:
        return "int8", translate(
            "Models",
            "This computer has {0} GB of memory, which is little for the full model. 8-bit weights need the "
            "least. If captions fall behind, use the starter model.",
        ).format(round(machine.memory_bytes / GB))
    if too_small:
        return "int8", translate(
            "Models",
            "The graphics card has {0} GB of memory, too little for 16-bit weights. The processor will use 8-bit "
            "weights.",
        ).format(round(machine.graphics_bytes / GB))
    return "int8", translate("Models", "The model will run on the processor. 8-bit weights suit it best.")


def describe_machine() -> Machine:
    """This computer. What cannot be found out is left at "unknown"; nothing is started or changed."""
    available = onnxruntime.get_available_providers()
    cuda = PLANS["cuda"].ep in available and has_nvidia_driver()
    return Machine(
        memory_bytes=memory_bytes(),
        cuda=cuda,
        directml=PLANS["dml"].ep in available,
        graphics_bytes=_cuda_memory_bytes() if cuda else 0,
    )


def memory_bytes() -> int:
    """Memory of the computer, 0 if it cannot be found out."""
    if sys.platform == "win32":

        class Status(ctypes.Structure):
            _fields_ = (
                ("length", ctypes.c_ulong),
                ("load", ctypes.c_ulong),
                ("total", ctypes.c_ulonglong),
                ("rest", ctypes.c_ulonglong * 6),
            )

        status = Status(length=ctypes.sizeof(Status))
        return int(status.total) if ctypes.windll.kernel32.GlobalMemoryStatusEx(ctypes.byref(status)) else 0
    try:
        return os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES")
    except (ValueError, OSError):
        return 0


def _cuda_memory_bytes() -> int:
    """Memory of the first CUDA device by the driver's own interface, 0 if it does not answer."""
    try:
        driver = ctypes.CDLL("nvcuda.dll" if sys.platform == "win32" else "libcuda.so.1")
        device, total = ctypes.c_int(), ctypes.c_size_t()
        if driver.cuInit(0) or driver.cuDeviceGet(ctypes.byref(device), 0):
            return 0
        return total.value if not driver.cuDeviceTotalMem_v2(ctypes.byref(total), device) else 0
    except (OSError, AttributeError):
        return 0
