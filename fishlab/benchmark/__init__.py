"""The five games as a benchmark for programs that learn: an environment, fixed seeds, scores and baselines.

`environment` is a PettingZoo environment of any game; it needs the extra `fishlab[bench]`, and nothing else imports it.
`encoding` turns what a seat sees into numbers. `scoring` plays a player on fixed seeds and says what it is worth; a
player is a function from what it sees to a move, as everywhere here. `docs/benchmark.md` shows all of it.
"""
