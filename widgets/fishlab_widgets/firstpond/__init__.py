"""The pond of the first lesson on the screen."""
