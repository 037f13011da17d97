"""Small public series of real fisheries, as files."""
