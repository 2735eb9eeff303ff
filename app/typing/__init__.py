"""Text into other windows: a keyboard for each desktop, their clipboards, and whether an input method is on."""
