"""Captions as a page on this computer, for OBS."""
