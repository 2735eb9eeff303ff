"""Checkpoint in the Hugging Face layout -> model bundle: ONNX graphs, tokenizer, bundle.json. No torch."""

from inference import telemetry as telemetry  # before anything that could load ONNX Runtime
