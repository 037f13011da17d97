"""What single lessons show and check: the helpers behind their cells, so that a notebook has none of its own."""
