"""The face of Pisces: how a moment of it is drawn."""
