"""From sound to text: segmenter, streams, dictations and the model in use, on one thread."""
