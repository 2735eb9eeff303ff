"""Recognition on another computer: the models of servers, as recognisers like the one on this computer. No Qt."""
