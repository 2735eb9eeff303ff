"""The history window and its exports."""
