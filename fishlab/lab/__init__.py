"""The Boom laboratory."""
