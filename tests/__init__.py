from inference import telemetry as telemetry  # before any test or measurement could load ONNX Runtime
