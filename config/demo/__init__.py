"""The demo campaign: a short story told through the same services that a browser uses."""

from config.demo.loading import load

__all__ = ["load"]
