"""Characters: the sheets behind the cast, and what happens to them between sessions."""
