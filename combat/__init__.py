"""Encounters by post. Empty until the combat issue; the layer contract already knows it."""
