"""The page that students of a class open, and the server that gives it to them and nothing else."""
