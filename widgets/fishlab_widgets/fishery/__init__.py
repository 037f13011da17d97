"""The face of Fishery: how a moment of it is drawn."""
