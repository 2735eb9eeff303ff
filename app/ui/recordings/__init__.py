"""The window of recordings: a queue of files that become text beside the captions."""
