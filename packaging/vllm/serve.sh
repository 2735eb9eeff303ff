#!/bin/sh
# The server on 127.0.0.1, in the foreground: serve.sh FOLDER CHECKPOINT PORT [options of "vllm serve"]. Ready after a minute.
set -eu
folder=${1:?usage: serve.sh FOLDER CHECKPOINT PORT [OPTION…]}
checkpoint=$2
port=$3
shift 3
export VLLM_NO_USAGE_STATS=1 DO_NOT_TRACK=1 HF_HUB_OFFLINE=1
export VLLM_CPU_KVCACHE_SPACE=1 VLLM_CPU_OMP_THREADS_BIND=nobind OMP_NUM_THREADS="${OMP_NUM_THREADS:-2}"
exec "$folder/env/bin/vllm" serve "$checkpoint" --served-model-name r2t2 --dtype float32 --max-model-len 2048 \
    --max-num-seqs 16 --host 127.0.0.1 --port "$port" --enforce-eager "$@"
