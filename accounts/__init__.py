"""People: who they are, how they sign in, how they like the site."""
