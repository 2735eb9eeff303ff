"""System-wide hotkeys: combinations, the rules of a press, and a backend for each desktop."""
