"""Settings of the site. `environment.py` reads the settings that differ between machines."""

import os
import secrets

from django.contrib.messages import ERROR, SUCCESS, WARNING
from django.core.exceptions import ImproperlyConfigured

from competition.config import environment, sqlite
from competition.config.parsing import SettingError, mail_server

BASE_DIR = environment.BASE_DIR
try:
    _values = environment.read(os.environ)
except SettingError as error:
    raise ImproperlyConfigured(str(error)) from None

DEBUG = _values["DEBUG"]
HTTPS = _values["HTTPS"]
# Most commands work without a permanent key. `wsgi.py` refuses to serve without one.
SECRET_KEY = _values["SECRET_KEY"] or secrets.token_urlsafe(50)
# A leading dot matches every subdomain.
ALLOWED_HOSTS = _values["ALLOWED_HOSTS"]
CSRF_TRUSTED_ORIGINS = [f"https://{'*' * host.startswith('.')}{host}" for host in ALLOWED_HOSTS]
TRUSTED_PROXIES = _values["TRUSTED_PROXIES"] or []

# Base URL for links in emails.
SITE_ADDRESS = f"http{'s' * HTTPS}://{ALLOWED_HOSTS[0].lstrip('.')}"
EMAIL_FROM = _values["EMAIL_FROM"] or ""
MAIL_SERVER = _values["EMAIL_URL"] or mail_server("")
HAS_EMAIL = bool(MAIL_SERVER.host)
# Do not use Django's EMAIL_BACKEND, because Django 6.1 replaces it. `web.mail_server` connects with both versions.
MAIL_SERVER_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
# Contact addresses for security reports, as URLs. /.well-known/security.txt lists them.
SECURITY_CONTACT = _values["SECURITY_CONTACT"] or []

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
    "competition.config.middleware.health_check",
    "django.middleware.security.SecurityMiddleware",
    # Keep this before WhiteNoise, so that static files also get these headers.
    "competition.config.middleware.security_headers",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "competition.config.middleware.body_limit",
    "competition.accounts.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "competition.config.middleware.Refusals",
    # Keep this last, because a second press must pass every check that the first one passed.
    "competition.web.form_keys.FormKeys",
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
            "builtins": [
                "django.templatetags.static",
                "scoring.templatetags.bridge",
                "competition.web.tags",
                "competition.desk.tags",
                "competition.public.tags",
            ],
        },
    }
]
FORM_RENDERER = "competition.web.fields.Renderer"

# Database for `manage.py demo` and for developers. Other commands do not create it, so a server without settings never
# gets an empty database.
DEMO_DATABASE = BASE_DIR / "db.sqlite3"
DATABASES = {"default": {**_values["DATABASE_URL"], "CONN_MAX_AGE": 60, "CONN_HEALTH_CHECKS": True}}
if DATABASES["default"]["ENGINE"] == "django.db.backends.sqlite3":
    DATABASES["default"]["OPTIONS"] = {
        "factory": sqlite.ExistingFileConnection,
        # A transaction that reads and then writes fails under load unless it takes the write lock at its start.
        "transaction_mode": "IMMEDIATE",
        "timeout": 10,
        # With FULL, a deal confirmed as saved survives a power cut.
        "init_command": (
            "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; "
            "PRAGMA journal_size_limit=27103364; PRAGMA cache_size=-8000"
        ),
    }
elif DATABASES["default"]["ENGINE"] == "django.db.backends.postgresql":
    DATABASES["default"]["ENGINE"] = "competition.config.postgresql"
    # Time limit in seconds. A request must not wait for minutes if the database server is down.
    DATABASES["default"]["OPTIONS"] = {"connect_timeout": 5, **DATABASES["default"].get("OPTIONS", {})}
# Folder for the nightly backups. If it is empty, there are no nightly backups.
BACKUP_FOLDER = str(_values["BACKUP_FOLDER"] or "")
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

CACHES = {
    "default": {"BACKEND": "django.core.cache.backends.locmem.LocMemCache"},
    # Rendered public pages, plain and compressed. They have their own cache, so that they cannot displace other
    # entries.
    "pages": {
        "BACKEND": "django.core.cache.backends.locmem.LocMemCache",
        "LOCATION": "pages",
        "TIMEOUT": None,
        "OPTIONS": {"MAX_ENTRIES": 400},
    },
    # Data for pages that list many competitions: three entries for each competition.
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
# An invitation works for 14 days. A lost-password link works for an hour: see competition.contest.access.
PASSWORD_RESET_TIMEOUT = 60 * 60 * 24 * 14
LOGIN_URL = "desk:sign-in"
LOGIN_REDIRECT_URL = "desk:home"
LOGOUT_REDIRECT_URL = "public:home"

# A pair signs in once and stays signed in for the whole competition. An organiser stays signed in for half a day.
DEVICE_COOKIE_AGE = 60 * 60 * 24 * 300
SESSION_ENGINE = "competition.accounts.models"
SESSION_COOKIE_AGE = 60 * 60 * 12
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = HTTPS
SECURE_SSL_REDIRECT = HTTPS
SECURE_REDIRECT_EXEMPT = [r"^healthz$"]
SECURE_HSTS_SECONDS = 60 * 60 * 24 * 365 if HTTPS else 0
# A club may run other sites on subdomains, so this site must not force https on them.
SILENCED_SYSTEM_CHECKS = ["security.W005", "security.W021"]
if HTTPS:
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
X_FRAME_OPTIONS = "DENY"
CSRF_FAILURE_VIEW = "competition.web.errors.csrf_failure"
MESSAGE_TAGS = {SUCCESS: "good", WARNING: "warn", ERROR: "bad"}
CONTENT_SECURITY_POLICY = (
    "default-src 'self'; img-src 'self' data:; object-src 'none'; base-uri 'none'; "
    "form-action 'self'; frame-ancestors 'none'"
)
# Browser features that no page needs. Turn them off, so that an injected script cannot use them.
_UNUSED = "accelerometer camera display-capture geolocation gyroscope magnetometer microphone midi payment usb"
PERMISSIONS_POLICY = ", ".join(f"{feature}=()" for feature in _UNUSED.split())

STATIC_URL = "static/"
STATIC_ROOT = _values["STATIC_ROOT"]
# Pages link only to file names with hashes. Copies without hashes would double the time for compression.
WHITENOISE_KEEP_ONLY_HASHED_FILES = True
STATICFILES_DIRS = [BASE_DIR / "static"]
STATICFILES_FINDERS = [
    "django.contrib.staticfiles.finders.FileSystemFinder",
    "django.contrib.staticfiles.finders.AppDirectoriesFinder",
    "competition.config.bundles.BundleFinder",
]
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "whitenoise.storage.CompressedManifestStaticFilesStorage"},
}
# Function that lists problems with the settings, for the page about the site's health.
CHECK_SETTINGS = "competition.config.machine.everything_wrong"
# Score sheets and lists of pairs are a few kilobytes. `body_limit` rejects larger requests, so no upload is written to
# disk.
DATA_UPLOAD_MAX_MEMORY_SIZE = FILE_UPLOAD_MAX_MEMORY_SIZE = 2_000_000
# Time limit in seconds for receiving a body of that size from a slow phone, as in .deploy/Caddyfile.
BODY_SECONDS = 20
FILE_UPLOAD_HANDLERS = ["django.core.files.uploadhandler.MemoryFileUploadHandler"]

LANGUAGE_CODE = "en-gb"
TIME_ZONE = _values["TIME_ZONE"]
USE_I18N = False
USE_TZ = True

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "filters": {
        "without_keys": {"()": "competition.config.logs.WithoutKeys"},
        "without_traceback": {"()": "competition.config.logs.WithoutTraceback"},
        "database_faults": {"()": "competition.config.logs.DatabaseFaults"},
    },
    "handlers": {"console": {"class": "logging.StreamHandler", "filters": ["without_keys"]}},
    "root": {"handlers": ["console"], "level": "WARNING"},
    # Django gives these two loggers their own handlers, which would print private links.
    "loggers": {
        "django": {"handlers": []},
        "django.request": {"filters": ["database_faults"]},
        # Scanners send wrong host names all day, so one line for each is enough.
        "django.security.DisallowedHost": {"filters": ["without_traceback"]},
        "django.server": {"handlers": ["console"], "level": "INFO", "propagate": False},
    },
}
