"""Dictation on screen: the status pill, the scratchpad, the controller on the Qt thread."""
