"""One package a rules system. A package that offers SYSTEM is found by looking in here."""
