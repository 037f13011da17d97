"""What a table tells beside the position: the guided first round, and what happened since a person moved."""
