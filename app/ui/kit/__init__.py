"""What several windows share: theme, icons, placing, small widgets."""
