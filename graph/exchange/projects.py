"""What stands in an export beside its conversations: the texts of Claude's projects, and what nothing here reads."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any, BinaryIO

from graph.exchange import packed
from graph.exchange.attached import note
from graph.exchange.records import Problem, Record, Remark, Unread, why
from graph.exchange.times import told

TALKS, FILE = "conversations", "projects.json"
# Who the account is and what was clicked; chats that were shared stand among the conversations as well
OF_THE_ACCOUNT = {"user.json", "users.json", "user_settings.json", "message_feedback.json", "model_comparisons.json",
                  "shared_conversations.json", "manifest.json"}  # fmt: skip
NO_TALK = "There is no conversation in it, so it was not read."
INSTRUCTIONS = "What its instructions say was not read."


def read(stream: BinaryIO) -> Iterator[tuple[str, Record]]:
    """Each text that was given to a project, as a document. Raises CannotRead for a zip that is none."""
    if not packed.is_zip(stream):
        return
    for file in packed.files(stream, (FILE,), packed.LARGEST_SINGLE):
        try:
            listed = [] if file.why else json.loads(file.data)
            places = list(enumerate(listed if isinstance(listed, list) else [], start=1))
        except (ValueError, RecursionError) as error:
            yield file.name, Problem(f"It is no list of projects: {why(error)}."[:200])
            continue
        if file.why or not places:
            yield file.name, Problem(file.why or "There is no project in it.")
        for number, one in places:
            yield from _texts(f"{file.name} {number}", one)


def _texts(where: str, project: Any) -> Iterator[tuple[str, Record]]:
    try:
        name = str(project.get("name") or "Untitled").replace("/", " ").strip()[:100]
        where = f"{where} “{name[:80]}”"
        for one in project.get("docs") or ():
            file = str(one["filename"])[:300]
            yield f"{where}, {file}", note(file, one["content"], f"{name}/{file}", told(one.get("created_at")))
        if str(project.get("prompt_template") or "").strip():
            yield where, Remark(INSTRUCTIONS)
    except (KeyError, TypeError, ValueError, AttributeError) as error:
        yield where, Problem(f"It is no project of Claude: {why(error)}."[:200])


def others(stream: BinaryIO, *read: str) -> Iterator[tuple[str, Record]]:
    """The names of what else the export holds as data, but for the books that it keeps of the account."""
    for name in packed.others(stream, ()) if packed.is_zip(stream) else ():
        base = name.rsplit("/", 1)[-1]
        if base.endswith(".json") and not base.startswith(TALKS) and base not in {*OF_THE_ACCOUNT, *read}:
            yield name, Unread(NO_TALK)
