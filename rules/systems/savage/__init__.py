"""What the editions of Savage Worlds share. An edition answers the questions in `edition.py`."""
