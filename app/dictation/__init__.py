"""Dictation into other windows: hotkeys, text injection, and the controller between them."""
