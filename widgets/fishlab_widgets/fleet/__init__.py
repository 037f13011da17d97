"""The face of Fleet: how a moment of it is drawn."""
