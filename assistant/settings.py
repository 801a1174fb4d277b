"""Django settings, from the environment; see the README's table."""

from __future__ import annotations

import gc
import os
from typing import Any

# One thread for numeric libraries: two on two busy cores measured ten times slower. Before any of them is imported.
for name in ("OMP_NUM_THREADS", "OPENBLAS_NUM_THREADS", "MKL_NUM_THREADS"):
    os.environ.setdefault(name, "1")
# Imports make a million objects and hardly any garbage; to look for some after each 700 took a sixth of every start.
gc.set_threshold(10_000)
os.environ.setdefault("TOKENIZERS_PARALLELISM", "false")
os.environ.setdefault("HF_HUB_OFFLINE", "1")
# litellm fetches a price list and loads a stray .env on import unless told not to.
os.environ.setdefault("LITELLM_LOCAL_MODEL_COST_MAP", "True")
os.environ.setdefault("LITELLM_MODE", "PRODUCTION")

import dj_database_url
from csp.constants import NONE, SELF

from assistant import environment

ENV = environment.read()
BASE_DIR = environment.PROJECT
DATA_DIR = ENV.data_dir

SECRET_KEY = ENV.secret_key
DEBUG = ENV.debug
ALLOWED_HOSTS = list(ENV.allowed_hosts)
if ENV.public_url:
    ALLOWED_HOSTS.append(ENV.public_url.split("://", 1)[-1].split("/", 1)[0].split(":", 1)[0])
    CSRF_TRUSTED_ORIGINS = [ENV.public_url]

INSTALLED_APPS = [
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "servestatic",
    "django.contrib.staticfiles",
    "csp",
    "django_htmx",
    "template_partials",
    "ninja",  # its documentation page, with files of our own server
    "graph",
    "assistant",
]

MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "servestatic.middleware.ServeStaticMiddleware",
    "csp.middleware.CSPMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "assistant.http.middleware.SignInRequired",
    "assistant.http.middleware.PersonsTimeZone",
    "assistant.http.middleware.RefusedMethod",
    "assistant.http.idempotency.Idempotent",
]

ROOT_URLCONF = "assistant.urls"
ASGI_APPLICATION = "assistant.asgi.application"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "assistant.http.context.rail",
            ],
        },
    },
]

DATABASES = {"default": dj_database_url.parse(ENV.database_url, conn_max_age=0)}
if DATABASES["default"]["ENGINE"] == "django.db.backends.sqlite3":
    DATABASES["default"]["OPTIONS"] = {
        "transaction_mode": "IMMEDIATE",
        "timeout": 20,
        "init_command": (
            "PRAGMA journal_mode=WAL; PRAGMA synchronous=NORMAL; PRAGMA foreign_keys=ON;"
            "PRAGMA temp_store=MEMORY; PRAGMA cache_size=-32000; PRAGMA secure_delete=ON;"
        ),
    }
elif DATABASES["default"]["ENGINE"] == "django.db.backends.postgresql":
    # A connection a thread that is asking, no more than these a process: between two questions it goes back.
    DATABASES["default"].setdefault("OPTIONS", {}).update(pool={"min_size": 1, "max_size": 20, "timeout": 20})
    DATABASES["default"]["ENGINE"] = "assistant.postgresql"  # what the server closed is not handed out
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
AUTH_USER_MODEL = "graph.User"

REDIS_URL = ENV.redis_url
CACHES: dict[str, dict[str, Any]]
if REDIS_URL:
    patience = {
        "socket_timeout": 1,
        "socket_connect_timeout": 1,
    }  # seconds: what it holds can be missed
    CACHES = {"default": {"BACKEND": "assistant.shared_cache.SharedCache", "LOCATION": REDIS_URL, "OPTIONS": patience}}
else:
    CACHES = {
        "default": {
            "BACKEND": "django.core.cache.backends.locmem.LocMemCache",
            "LOCATION": "commonplace",
            "OPTIONS": {"MAX_ENTRIES": 2000},
        }
    }

CELERY_BROKER_URL = REDIS_URL or "memory://localhost"
CELERY_BROKER_TRANSPORT_OPTIONS = {} if REDIS_URL else {"polling_interval": 0.05}
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_TASK_IGNORE_RESULT = True
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_TIMEZONE = "UTC"

LANGUAGE_CODE = "en"
TIME_ZONE = "UTC"
USE_I18N = False
USE_TZ = True

STATIC_URL = "static/"
STATICFILES_DIRS = [BASE_DIR / "static"]
STATIC_ROOT = DATA_DIR / "static"
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    # `up` and the release phase collect the files with a compressed copy of each.
    "staticfiles": {"BACKEND": "assistant.http.collected.Storage"},
}
SERVESTATIC_USE_FINDERS = SERVESTATIC_AUTOREFRESH = DEBUG
SERVESTATIC_MAX_AGE = 3600

LOGIN_URL = "login"
LOGIN_REDIRECT_URL = "chat"
LOGOUT_REDIRECT_URL = "login"
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.MinimumLengthValidator"},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
]

HTTPS = ENV.public_url.startswith("https://")
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = SECURE_SSL_REDIRECT = HTTPS
SECURE_HSTS_SECONDS = 31_536_000 if HTTPS else 0
SECURE_HSTS_INCLUDE_SUBDOMAINS = SECURE_HSTS_PRELOAD = HTTPS
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if HTTPS else None
SECURE_REDIRECT_EXEMPT = [r"^healthz$", r"^readyz$", r"^metrics$"]  # a probe speaks plain HTTP to the process itself
SESSION_COOKIE_HTTPONLY = CSRF_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = CSRF_COOKIE_SAMESITE = "Lax"
SECURE_REFERRER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [NONE],
        "script-src": [SELF],
        "style-src": [SELF],
        "img-src": [SELF, "data:"],
        "connect-src": [SELF],
        "form-action": [SELF],
        "frame-ancestors": [NONE],
        "base-uri": [NONE],
    }
}

DATA_UPLOAD_MAX_MEMORY_SIZE = 64 * 1024 * 1024
FILE_UPLOAD_MAX_MEMORY_SIZE = 4 * 1024 * 1024

ASSISTANT_MODEL = ENV.model
ASSISTANT_API_BASE = ENV.api_base
ASSISTANT_API_KEY = ENV.api_key
EMBEDDING_MODEL = ENV.embedding_model
METRICS_TOKEN = ENV.metrics_token

# What finds the items of an answer: a class with `search(query, options) -> items`, see graph/retrieval/plugged.py.
RETRIEVER = "graph.retrieval.retrievers.Hybrid"
# What may put found items into another order, by the name used in options, see graph/retrieval/rerank.py.
RERANKERS = {"words": "graph.retrieval.rerank.by_words"}

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {
        "line": {"format": "{asctime} {levelname} {name}: {message}", "style": "{"},
        "json": {"()": "assistant.logs.AsJson"},
    },
    "handlers": {
        "console": {"class": "logging.StreamHandler", "formatter": "json" if ENV.log_format == "json" else "line"}
    },
    "root": {"handlers": ["console"], "level": "INFO"},
    "loggers": {
        "sentence_transformers": {"level": "WARNING"},
        "torch": {"level": "WARNING"},  # it tells its figures at the end of a process that ends while it is loaded
        "httpx": {"level": "WARNING"},
        "mcp": {"level": "WARNING"},  # it tells the end of a session after every request
        "LiteLLM": {"level": "ERROR"},
        "celery": {"level": "WARNING"},  # it logs every look for due work
        "kombu": {"level": "WARNING"},
    },
}
