"""`python -m onnx_export CHECKPOINT OUT [--precision fp32|fp16|int8|int4]`."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from tqdm import tqdm

from onnx_export.convert import convert
from onnx_export.errors import ExportError
from onnx_export.precision import PRECISIONS


def main(argv: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        prog="python -m onnx_export", description="Convert a Qwen3-ASR checkpoint to a model bundle."
    )
    parser.add_argument("checkpoint", type=Path, help="folder with config.json, model.safetensors and the tokenizer")
    parser.add_argument("out", type=Path, help="bundle folder to make")
    parser.add_argument("--precision", choices=list(PRECISIONS), default="int8")
    parser.add_argument("--name", help="what the user sees; the folder's name by default")
    parser.add_argument("--model-id", default="", help="where the weights come from")
    parser.add_argument("--revision", default="")
    parser.add_argument("--licence", default="")
    args = parser.parse_args(argv)
    origin = {"model_id": args.model_id, "revision": args.revision, "licence": args.licence}
    with tqdm(total=1000, unit="‰", bar_format="{desc} {percentage:3.0f}% |{bar}| {elapsed}", disable=None) as bar:

        def progress(share: float, what: str) -> None:
            bar.set_description(what, refresh=False)
            bar.update(round(share * 1000) - bar.n)

        try:
            bundle = convert(
                args.checkpoint, args.out, args.precision, progress=progress, name=args.name, origin=origin
            )
        except ExportError as error:
            bar.close()
            print(error, file=sys.stderr)
            return 1
    report = bundle.report
    print(
        f"{args.out}: {bundle.precision}, {bundle.n_bytes / 1e6:.1f} MB, "
        f"logit error {report['logit_error']:.4f}, token agreement {report['token_agreement']:.3f} against float32"
    )
    return 0


if __name__ == "__main__":
    sys.exit(main())
