"""What a table tells beside the position: its page's own words, the guided first round, what happened since a move."""
