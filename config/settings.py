"""
Settings of the site: one file, from the environment.

They import with nothing set (the type checker does so); production needs DEBUG=0 and then refuses
to start with a development secret.
"""

from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import dj_database_url
from csp.constants import NONE, SELF

from config import env

BASE_DIR = Path(__file__).resolve().parent.parent
VAR_DIR = Path(env.text("VAR_DIR") or BASE_DIR / "var")

DEBUG = env.switch("DEBUG", default=False)
TESTING = env.switch("TIRADA_TESTING", default=False)
PRODUCTION = not (DEBUG or TESTING)

# ---- secrets ---------------------------------------------------------------------------------

DEVELOPMENT_SECRET = "development-only-secret-key-that-production-refuses"
DEVELOPMENT_LEDGER_KEY = "AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA="
SECRET_KEY = env.text("SECRET_KEY") or DEVELOPMENT_SECRET
# Fernet keys that seal the seeds of open epochs: the first one seals, all of them open.
LEDGER_KEYS = env.words("LEDGER_KEYS", default=[DEVELOPMENT_LEDGER_KEY])

# config/startup.py refuses to serve with either of the two in production.

# ---- address and transport -------------------------------------------------------------------

SITE_URL = env.text("SITE_URL", "http://127.0.0.1:8000").rstrip("/")
ALLOWED_HOSTS = env.words("ALLOWED_HOSTS", default=[]) or [
    urlsplit(SITE_URL).hostname or "127.0.0.1",
    "localhost",
    "127.0.0.1",
]
CSRF_TRUSTED_ORIGINS = env.words("CSRF_TRUSTED_ORIGINS", default=[]) or [SITE_URL]
HTTPS = env.switch("HTTPS", default=not (DEBUG or TESTING))
SECURE_SSL_REDIRECT = HTTPS
SECURE_PROXY_SSL_HEADER = (
    ("HTTP_X_FORWARDED_PROTO", "https") if env.switch("BEHIND_PROXY", default=False) else None
)
SECURE_REDIRECT_EXEMPT = [r"^health$"]
SECURE_HSTS_SECONDS = 31_536_000 if HTTPS else 0
SECURE_HSTS_INCLUDE_SUBDOMAINS = HTTPS
SECURE_HSTS_PRELOAD = HTTPS
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = LANGUAGE_COOKIE_SECURE = HTTPS
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = CSRF_COOKIE_SAMESITE = LANGUAGE_COOKIE_SAMESITE = "Lax"
SECURE_REFERRER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"

CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [NONE],
        "script-src": [SELF],
        "style-src": [SELF],
        "img-src": [SELF, "data:"],
        "font-src": [SELF],
        "connect-src": [SELF],
        "manifest-src": [SELF],
        "form-action": [SELF],
        "base-uri": [SELF],
        "frame-ancestors": [NONE],
    }
}

# ---- parts -----------------------------------------------------------------------------------

INSTALLED_APPS = [
    "django.contrib.admin",
    "django.forms",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "django.contrib.postgres",
    "allauth",
    "allauth.account",
    "csp",
    "django_htmx",
    "rules",
    "accounts",
    "campaigns",
    "characters",
    "combat",
    "config",
]

MIDDLEWARE = [
    "config.logs.RequestIdMiddleware",
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "csp.middleware.CSPMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.auth.middleware.LoginRequiredMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "accounts.middleware.PersonPreferencesMiddleware",
    "accounts.middleware.TooFastMiddleware",
]

ROOT_URLCONF = "config.urls"
ASGI_APPLICATION = "config.asgi.application"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.template.context_processors.i18n",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "accounts.context.theme",
            ],
        },
    }
]
FORM_RENDERER = "django.forms.renderers.TemplatesSetting"

# ---- data ------------------------------------------------------------------------------------

DATABASES = {
    "default": dj_database_url.parse(
        env.text("DATABASE_URL") or "postgresql://tirada@localhost/tirada",
        conn_max_age=0,
    )
}
if env.switch("DATABASE_POOL", default=not TESTING):
    DATABASES["default"].setdefault("OPTIONS", {})["pool"] = {
        "min_size": 1,
        "max_size": env.number("DATABASE_POOL_SIZE", 10),
        "timeout": 10,  # seconds until a page says that the database is away
    }
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

REDIS_URL = env.text("REDIS_URL") or "redis://localhost:6379/0"
CACHES = {
    "default": {
        "BACKEND": "config.cache.TolerantRedisCache",
        "LOCATION": REDIS_URL,
        "KEY_PREFIX": "tirada",
    }
}


def _celery_url(url: str) -> str:
    """Return Celery's way of writing a Redis address, in the next numbered database."""
    parts = urlsplit(url)
    if parts.scheme == "unix":
        number = int(parse_qs(parts.query).get("db", ["0"])[0])
        return f"redis+socket://{parts.netloc}{parts.path}?virtual_host={number + 1}"
    number = int(parts.path.strip("/") or 0)
    return f"{parts.scheme}://{parts.netloc}/{number + 1}"


CELERY_BROKER_URL = env.text("CELERY_BROKER_URL") or _celery_url(REDIS_URL)

MEDIA_ROOT = Path(env.text("MEDIA_ROOT") or VAR_DIR / "media")
MEDIA_URL = "/media/"
# Portraits are re-encoded and small; whatever is bigger is refused before it is read into memory.
DATA_UPLOAD_MAX_MEMORY_SIZE = 4 * 1024 * 1024
FILE_UPLOAD_MAX_MEMORY_SIZE = 2 * 1024 * 1024

STATIC_URL = "/static/"
STATIC_ROOT = Path(env.text("STATIC_ROOT") or VAR_DIR / "static")
STATICFILES_DIRS = [BASE_DIR / "static"]
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": (
            "django.contrib.staticfiles.storage.StaticFilesStorage"
            if DEBUG or TESTING
            else "whitenoise.storage.CompressedManifestStaticFilesStorage"
        )
    },
}
WHITENOISE_USE_FINDERS = DEBUG or TESTING

# ---- people ----------------------------------------------------------------------------------

AUTH_USER_MODEL = "accounts.Person"
AUTHENTICATION_BACKENDS = ["allauth.account.auth_backends.AuthenticationBackend"]
PASSWORD_HASHERS = ["django.contrib.auth.hashers.Argon2PasswordHasher"]
if TESTING:  # argon2 is slow on purpose; the tests make hundreds of people
    PASSWORD_HASHERS.insert(0, "django.contrib.auth.hashers.MD5PasswordHasher")
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in (
        "UserAttributeSimilarityValidator",
        "MinimumLengthValidator",
        "CommonPasswordValidator",
        "NumericPasswordValidator",
    )
]
ACCOUNT_ADAPTER = "accounts.adapter.AccountAdapter"
ACCOUNT_FORMS = {
    "login": "accounts.forms.LoginForm",
    "signup": "accounts.forms.SignupForm",
    "reset_password": "accounts.forms.ResetPasswordForm",
    "reset_password_from_key": "accounts.forms.ResetPasswordKeyForm",
    "change_password": "accounts.forms.ChangePasswordForm",
    "set_password": "accounts.forms.SetPasswordForm",
    "add_email": "accounts.forms.ChangeEmailForm",
    "reauthenticate": "accounts.forms.ReauthenticateForm",
}
ACCOUNT_LOGIN_METHODS = {"email"}
ACCOUNT_SIGNUP_FIELDS = ["email*", "password1*"]
ACCOUNT_USER_MODEL_USERNAME_FIELD = None
ACCOUNT_EMAIL_VERIFICATION = "optional"
ACCOUNT_EMAIL_NOTIFICATIONS = True
ACCOUNT_EMAIL_SUBJECT_PREFIX = "[Tirada] "
ACCOUNT_CHANGE_EMAIL = True
ACCOUNT_DEFAULT_HTTP_PROTOCOL = "https" if HTTPS else "http"
ACCOUNT_LOGOUT_ON_GET = False
ACCOUNT_SESSION_REMEMBER = True
ACCOUNT_USER_DISPLAY = str
# Amount, time and what is counted by: the address of the network, the person, or the e-mail typed.
ACCOUNT_RATE_LIMITS = {
    "login": "30/m/ip",
    "login_failed": "10/m/ip,5/5m/key",
    "signup": "20/h/ip",
    "reset_password": "20/m/ip,5/m/key",
    "confirm_email": "1/3m/key",
    "change_password": "5/m/user",
    "manage_email": "10/m/user",
}
# Behind one proxy of ours the caller's address is the last one that it wrote down.
ALLAUTH_TRUSTED_PROXY_COUNT = int(SECURE_PROXY_SSL_HEADER is not None)
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "home"
LOGOUT_REDIRECT_URL = "home"

# ---- languages and time ----------------------------------------------------------------------

LANGUAGE_CODE = "es"
LANGUAGES = [("es", "Español"), ("en", "English")]
LOCALE_PATHS = [BASE_DIR / "locale"]
USE_I18N = USE_TZ = True
TIME_ZONE = "UTC"

# ---- mail ------------------------------------------------------------------------------------

DEFAULT_FROM_EMAIL = SERVER_EMAIL = env.text("MAIL_FROM", "Tirada <tirada@localhost>")
if env.text("EMAIL_HOST"):
    EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    EMAIL_HOST = env.text("EMAIL_HOST")
    EMAIL_PORT = env.number("EMAIL_PORT", 587)
    EMAIL_HOST_USER = env.text("EMAIL_USER")
    EMAIL_HOST_PASSWORD = env.text("EMAIL_PASSWORD")
    EMAIL_USE_TLS = env.switch("EMAIL_TLS", default=True)
    EMAIL_TIMEOUT = 20
else:
    EMAIL_BACKEND = "django.core.mail.backends.filebased.EmailBackend"
    EMAIL_FILE_PATH = VAR_DIR / "mail"

# ---- background work -------------------------------------------------------------------------

CELERY_TIMEZONE = "UTC"
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_ACKS_LATE = True
CELERY_TASK_REJECT_ON_WORKER_LOST = True
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_BROKER_TRANSPORT_OPTIONS = {"visibility_timeout": 600}
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
# The doorbell that nobody heard: whatever is due is also looked for on a schedule.
CELERY_BEAT_SCHEDULE = {
    "heartbeat": {"task": "config.tasks.heartbeat", "schedule": 20},
    "end-sessions": {
        "task": "campaigns.tasks.end_sessions",
        "schedule": env.number("SWEEP_SECONDS", 15),
    },
}

# How often one person may do a thing: amount, in so many seconds.
RATE_LIMITS = {"post": (20, 60), "roll": (60, 60), "draft": (120, 60)}

# ---- seams between apps ----------------------------------------------------------------------

# The sheets behind a campaign's cast; see campaigns/sheets.py.
CAMPAIGNS_SHEETS = "characters.for_campaigns.CharacterSheets"

# ---- logs ------------------------------------------------------------------------------------

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"json": {"()": "config.logs.JsonFormatter"}},
    "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "json"}},
    "root": {"handlers": ["stderr"], "level": env.text("LOG_LEVEL", "INFO")},
    "loggers": {
        "django": {"handlers": [], "level": "INFO", "propagate": True},
        "uvicorn": {"handlers": [], "propagate": True},
    },
}
