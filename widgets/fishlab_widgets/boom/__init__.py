"""The face of Fishery Boom: how a moment of it is drawn."""
