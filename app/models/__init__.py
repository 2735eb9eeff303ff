"""Models: catalogue, download, conversion, verification, removal."""
