"""Sound in: microphones, what the computer plays, and files paced like a device."""
