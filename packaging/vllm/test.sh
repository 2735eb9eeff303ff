#!/bin/sh
# The server engine against a real vLLM, which is built first where it is missing: test.sh [ARGUMENTS OF PYTEST]
set -eu
folder=${VLLM_HOME:-$HOME/.cache/r2t2-vllm}
[ -x "$folder/env/bin/vllm" ] || sh packaging/vllm/make.sh "$folder"
R2T2_VLLM=$folder exec .venv/bin/python -m pytest tests/vllm -n0 -v "$@"
