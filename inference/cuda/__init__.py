"""The model on an NVIDIA card: fixed buffers, captured graphs, rows that stay there."""
