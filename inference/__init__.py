"""The recogniser: numpy, ONNX Runtime and tokenizers. Knows nothing of Qt, devices or settings."""
