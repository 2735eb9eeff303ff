"""The main window, the welcome page and the tray icon."""
