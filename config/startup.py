"""What must be true before the site serves anyone."""

from cryptography.fernet import Fernet
from django.conf import settings
from django.core.exceptions import ImproperlyConfigured

# Commands that build or inspect the project and never touch a person's data.
HARMLESS_COMMANDS = {
    "check", "collectstatic", "compilemessages", "help", "makemessages", "makemigrations",
    "version", "--help", "--version",
}  # fmt: skip


def secret_problems() -> list[str]:
    """Return a sentence for each secret that production may not use."""
    problems = []
    if settings.SECRET_KEY == settings.DEVELOPMENT_SECRET or len(settings.SECRET_KEY) < 50:
        problems.append("Set SECRET_KEY to at least 50 random characters.")
    if not settings.LEDGER_KEYS or settings.DEVELOPMENT_LEDGER_KEY in settings.LEDGER_KEYS:
        problems.append("Set LEDGER_KEYS to one or more Fernet keys of your own.")
    elif not all(_is_fernet_key(key) for key in settings.LEDGER_KEYS):
        problems.append("LEDGER_KEYS holds something that is no Fernet key.")
    return problems


def _is_fernet_key(text: str) -> bool:
    try:
        Fernet(text)
    except ValueError:
        return False
    return True


def require_secrets() -> None:
    """
    Refuse to go on in production with a default or short secret.

    :raises ImproperlyConfigured: naming every variable to set.
    """
    if settings.PRODUCTION and (problems := secret_problems()):
        raise ImproperlyConfigured(" ".join(problems))
