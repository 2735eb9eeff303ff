"""The recogniser: numpy, ONNX Runtime and tokenizers. Knows nothing of Qt, devices or settings."""

from inference import telemetry as telemetry  # before anything that could load ONNX Runtime
