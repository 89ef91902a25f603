"""Settings of the site; everything that differs between machines comes from the environment.

SECRET_KEY, DEBUG, ALLOWED_HOSTS, DATABASE_URL, HTTPS, TIME_ZONE and TRUSTED_PROXIES are read; EMAIL_URL and EMAIL_FROM
where mail is to leave the site, which needs none; BACKUP_FOLDER where a copy is to be written every night.
"""

import os
import secrets
from pathlib import Path

import dj_database_url
from django.contrib.messages import ERROR, SUCCESS, WARNING

from competition.config import mail, sqlite

BASE_DIR = Path(__file__).resolve().parents[2]


def _given(name: str, default: str = "") -> str:
    """What the environment says; a name that is set to nothing says nothing."""
    return os.environ.get(name) or default


def _flag(name: str) -> bool:
    return _given(name).lower() in {"1", "true", "yes", "on"}


DEBUG = _flag("DEBUG")
HTTPS = _flag("HTTPS")


# Commands need no key that lasts; `wsgi.py` refuses to serve without one.
SECRET_KEY = _given("SECRET_KEY") or secrets.token_urlsafe(50)
ALLOWED_HOSTS = _given("ALLOWED_HOSTS", "localhost,127.0.0.1,[::1]").split(",")
# Whose word is believed for where a request comes from: addresses or networks, with commas between them.
TRUSTED_PROXIES = [name.strip() for name in _given("TRUSTED_PROXIES").split(",") if name.strip()]
# A host that begins with a dot stands for every name below it.
CSRF_TRUSTED_ORIGINS = [f"https://{'*' * host.startswith('.')}{host}" for host in ALLOWED_HOSTS if host != "*"]

# What links in mails begin with.
SITE_ADDRESS = f"http{'s' * HTTPS}://{ALLOWED_HOSTS[0].lstrip('.')}"
EMAIL_FROM = _given("EMAIL_FROM")
_mail = mail.server(_given("EMAIL_URL"), EMAIL_FROM)
HAS_MAIL = bool(_mail.host)
EMAIL_HOST, EMAIL_PORT, EMAIL_HOST_USER, EMAIL_HOST_PASSWORD, EMAIL_USE_SSL, EMAIL_USE_TLS = _mail
EMAIL_TIMEOUT = 20

INSTALLED_APPS = [
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "whitenoise.runserver_nostatic",
    "django.contrib.staticfiles",
    "django_htmx",
    "scoring",
    "competition",
]

MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "competition.config.middleware.content_security_policy",
    "competition.config.middleware.body_limit",
    "competition.signing_in.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "competition.config.middleware.Refusals",
]

ROOT_URLCONF = "competition.config.urls"
WSGI_APPLICATION = "competition.config.wsgi.application"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.messages.context_processors.messages",
            ],
            "builtins": ["django.templatetags.static", "scoring.templatetags.bridge"],
        },
    }
]
FORM_RENDERER = "competition.pages.fields.Renderer"

# The database of `manage.py demo` and of developers. No other command makes it, so a server without settings has none.
DEMO_DATABASE = BASE_DIR / "db.sqlite3"
DATABASES = {
    "default": dj_database_url.parse(
        _given("DATABASE_URL", f"sqlite:///{DEMO_DATABASE}"), conn_max_age=60, conn_health_checks=True
    )
}
if DATABASES["default"]["ENGINE"] == "django.db.backends.sqlite3":
    DATABASES["default"]["OPTIONS"] = {
        "factory": sqlite.Connection,
        # A transaction that reads and then writes cannot wait its turn unless it asks for the lock at once.
        "transaction_mode": "IMMEDIATE",
        "timeout": 10,
        # FULL: a deal that was answered as saved must survive a power cut.
        "init_command": (
            "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; "
            "PRAGMA journal_size_limit=27103364; PRAGMA cache_size=-8000"
        ),
    }
elif DATABASES["default"]["ENGINE"] == "django.db.backends.postgresql":
    DATABASES["default"]["ENGINE"] = "competition.config.postgresql"
# Folder for the nightly copies; none are written if it is empty.
BACKUP_FOLDER = _given("BACKUP_FOLDER")
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

CACHES = {
    "default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"},
    # Ready public pages, each as it is and packed; apart, so that many of them cannot push out what else is remembered.
    "pages": {
        "BACKEND": "django.core.cache.backends.locmem.LocMemCache",
        "LOCATION": "pages",
        "TIMEOUT": None,
        "OPTIONS": {"MAX_ENTRIES": 400},
    },
    # What pages about many competitions need of each; three parts a competition.
    "seasons": {
        "BACKEND": "django.core.cache.backends.locmem.LocMemCache",
        "LOCATION": "seasons",
        "TIMEOUT": None,
        "OPTIONS": {"MAX_ENTRIES": 1000},
    },
}

AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in ("UserAttributeSimilarityValidator", "MinimumLengthValidator", "CommonPasswordValidator")
]
# How long a deputy has to take up an invitation.
PASSWORD_RESET_TIMEOUT = 60 * 60 * 24 * 14
LOGIN_URL = "desk:sign-in"
LOGIN_REDIRECT_URL = "desk:home"
LOGOUT_REDIRECT_URL = "public:home"

# A pair signs in once, at the table, and stays signed in for the whole competition; an organiser for a day.
DEVICE_COOKIE_AGE = 60 * 60 * 24 * 300
SESSION_ENGINE = "competition.signing_in.models"
SESSION_COOKIE_AGE = 60 * 60 * 12
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = HTTPS
SECURE_SSL_REDIRECT = HTTPS
SECURE_REDIRECT_EXEMPT = [r"^healthz$"]
SECURE_HSTS_SECONDS = 60 * 60 * 24 * 365 if HTTPS else 0
# Other sites may live on subdomains of a club's own domain: binding them to https is not for us to decide.
SILENCED_SYSTEM_CHECKS = ["security.W005", "security.W021"]
if HTTPS:
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
X_FRAME_OPTIONS = "DENY"
CSRF_FAILURE_VIEW = "competition.pages.errors.csrf_failure"
MESSAGE_TAGS = {SUCCESS: "good", WARNING: "warn", ERROR: "bad"}
CONTENT_SECURITY_POLICY = (
    "default-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none'; "
    "form-action 'self'; frame-ancestors 'none'"
)

STATIC_URL = "static/"
STATIC_ROOT = BASE_DIR / ".static"
STATICFILES_DIRS = [BASE_DIR / "static"]
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "whitenoise.storage.CompressedManifestStaticFilesStorage"},
}
WHITENOISE_MIMETYPES = {".webmanifest": "application/manifest+json"}
# A sheet or a list of entries is a few kilobytes. `body_limit` takes in no more, so no file ever goes to the disk.
DATA_UPLOAD_MAX_MEMORY_SIZE = FILE_UPLOAD_MAX_MEMORY_SIZE = 2_000_000
FILE_UPLOAD_HANDLERS = ["django.core.files.uploadhandler.MemoryFileUploadHandler"]

LANGUAGE_CODE = "en-gb"
TIME_ZONE = _given("TIME_ZONE", "Pacific/Auckland")
USE_I18N = False
USE_TZ = True

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "filters": {"without_keys": {"()": "competition.config.logs.WithoutKeys"}},
    "handlers": {"console": {"class": "logging.StreamHandler", "filters": ["without_keys"]}},
    "root": {"handlers": ["console"], "level": "WARNING"},
    # Django gives these two handlers of their own, which would print private links.
    "loggers": {
        "django": {"handlers": []},
        "django.server": {"handlers": ["console"], "level": "INFO", "propagate": False},
    },
}
