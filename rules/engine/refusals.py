"""The one thing the engine raises at people: what may not be done, and the rule that says so."""

from rules.engine.text import Text


class Refusal(ValueError):
    """
    An intent that the rules or its preconditions do not allow; nothing has happened.

    `rule` is the id of the rule, or `precondition.<name>` where no rule of the game speaks.
    """

    def __init__(self, rule: str, message: Text) -> None:
        super().__init__(f"{rule}: {message.en}")
        self.rule = rule
        self.message = message
