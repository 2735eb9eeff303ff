"""The captions above all windows."""
