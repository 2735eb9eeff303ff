"""Checkpoint in the Hugging Face layout -> model bundle: ONNX graphs, tokenizer, bundle.json. No torch."""
