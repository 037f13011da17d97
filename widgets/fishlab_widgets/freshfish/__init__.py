"""The face of Fresh Fish: how a moment of it is drawn."""
