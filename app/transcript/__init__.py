"""The words of a session: lines that only grow, cues, line breaks, exports."""
