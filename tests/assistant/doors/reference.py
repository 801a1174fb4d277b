"""The tools of the reference server as it describes them, with its recorded answers, and those that stand beside them."""

from __future__ import annotations

import json
from pathlib import Path

REFERENCE = json.loads((Path(__file__).parent / "reference_memory.json").read_text())
OWN = {"search_memory", "get_context", "propose_facts", "list_recent", "forget"}
