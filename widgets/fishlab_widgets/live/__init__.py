"""What answers a person: the board, the table around it, and the contract with the games' faces."""
