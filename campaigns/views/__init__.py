"""Pages: each view translates a request, asks access, calls one service, answers."""
