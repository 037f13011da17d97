"""Shapes, signs and colours: what every picture is made of. Knows nothing of games."""
