"""What an experiment asks of the people at its tables: questions before and after a game, promises after each talk."""
