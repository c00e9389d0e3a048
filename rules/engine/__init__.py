"""The engine of all rules systems: pure values and functions. No Django, clock or chance."""
