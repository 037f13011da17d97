"""What a table is operated with: buttons, sliders, the scrubber, the save code, the form for a new game."""
