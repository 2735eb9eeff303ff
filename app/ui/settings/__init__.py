"""The settings window."""
