"""The face of the Pond: how a moment of it is drawn."""
