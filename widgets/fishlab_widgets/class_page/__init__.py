"""What students of a class open by Voilà: the notebook of a seat, and the page that asks for the word."""
