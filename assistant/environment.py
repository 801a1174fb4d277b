"""Everything the environment may say: secrets, URLs, paths and model names. Tunables live in `params`."""

from __future__ import annotations

import os
import secrets
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path

PROJECT = Path(__file__).resolve().parent.parent


@dataclass(frozen=True, slots=True)
class Environment:
    data_dir: Path
    secret_key: str
    debug: bool
    allowed_hosts: tuple[str, ...]
    public_url: str
    database_url: str
    redis_url: str
    model: str
    api_base: str
    api_key: str
    embedding_model: str
    metrics_token: str
    log_format: str


def read(environ: Mapping[str, str] = os.environ) -> Environment:
    """The environment, with a default for everything; the secret key is made on first use and kept in the data."""
    data_dir = Path(environ.get("ASSISTANT_DATA_DIR") or PROJECT / "data").expanduser().resolve()
    public_url = environ.get("PUBLIC_URL", "").rstrip("/")
    hosts = environ.get("ALLOWED_HOSTS", "localhost,127.0.0.1,[::1]")
    return Environment(
        data_dir=data_dir,
        secret_key=environ.get("SECRET_KEY") or kept_secret(data_dir / "secret_key"),
        debug=environ.get("DEBUG", "").lower() in {"1", "true", "yes", "on"},
        allowed_hosts=tuple(host.strip() for host in hosts.split(",") if host.strip()),
        public_url=public_url,
        database_url=environ.get("DATABASE_URL") or f"sqlite:///{data_dir / 'commonplace.sqlite3'}",
        redis_url=environ.get("REDIS_URL", ""),
        model=environ.get("ASSISTANT_MODEL", ""),
        api_base=environ.get("ASSISTANT_API_BASE", ""),
        api_key=environ.get("ASSISTANT_API_KEY", ""),
        embedding_model=environ.get("ASSISTANT_EMBEDDING_MODEL", ""),
        metrics_token=environ.get("METRICS_TOKEN", ""),
        log_format=environ.get("LOG_FORMAT", ""),
    )


def kept_secret(path: Path) -> str:
    """The secret in the file `path`, made on first use, readable by its owner only."""
    if not path.exists():
        path.parent.mkdir(parents=True, exist_ok=True)
        try:
            handle = os.open(path, os.O_CREAT | os.O_EXCL | os.O_WRONLY, 0o600)
        except FileExistsError:
            return path.read_text().strip()
        with os.fdopen(handle, "w") as file:
            file.write(secrets.token_urlsafe(50))
    return path.read_text().strip()
