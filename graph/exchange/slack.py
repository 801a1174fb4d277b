"""The export of a Slack workspace: a zip with a folder for each channel and a file for each day."""

from __future__ import annotations

import datetime as dt
import html
import json
import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from pathlib import PurePosixPath
from typing import Any, BinaryIO

from graph.documents.formats.messenger import Message
from graph.exchange import messengers, packed
from graph.exchange.messengers import Chat
from graph.exchange.packed import Packed
from graph.exchange.records import CannotRead, Problem, Record, why
from graph.naming import normalise

APP, PEOPLE = "Slack", "users.json"
WANTED = "Slack writes a zip by “Export workspace data”."
_DAY = re.compile(r"\d{4}-\d\d-\d\d\.json")
_LISTS = ("dms.json", "mpims.json")  # talks without a name of their own, by who takes part
# Of the kinds of messages; all others tell who joined, and what was renamed
_SAID = frozenset({None, "thread_broadcast", "file_share", "me_message"})
_LINK = re.compile(r"<([@#!]?)([^<>|]+)(?:\|([^<>]*))?>")


def is_of_slack(paths: Sequence[str]) -> bool:
    """By its list of people, beside which the folders with the days stand."""
    folders = {PurePosixPath(path).parent for path in paths if PurePosixPath(path).name == PEOPLE}
    days = (PurePosixPath(path) for path in paths)
    return any(_DAY.fullmatch(path.name) and path.parent.parent in folders for path in days)


def read(stream: BinaryIO, *, zone: dt.tzinfo, own: frozenset[str] = frozenset()) -> Iterator[tuple[str, Record]]:
    """Every channel and talk by its years, at the times of `zone`; what `own` names is who has the book.

    Raises CannotRead.
    """
    if not packed.is_zip(stream):
        raise CannotRead(f"The file is no zip. {WANTED}")
    listed = list(messengers.files(stream, _is_list, WANTED, (PEOPLE, *_LISTS)))
    people = {one["id"]: _called(one) for one in _of(listed, PEOPLE) if "id" in one}
    talks = (one for name in _LISTS for one in _of(listed, name))
    named = {one.get("id"): _between([people.get(each, "") for each in one.get("members") or ()], own) for one in talks}
    days = messengers.files(stream, _is_day, WANTED)
    for folder, files in groupby(days, key=lambda file: PurePosixPath(file.name).parent.name):
        told: list[Message] = []
        left = bad = 0
        for file in files:
            try:
                said, beside, damaged = _day(file, people, zone)
            except (KeyError, TypeError, ValueError, AttributeError, RecursionError) as error:
                yield file.name, Problem(file.why or f"It is no day of Slack: {why(error)}."[:200])
                continue
            told, left, bad = told + said, left + beside, bad + damaged
        yield from messengers.documents(APP, Chat(named.get(folder) or f"#{folder}", folder, told, left, bad), own)


def _is_list(path: str) -> bool:
    return PurePosixPath(path).name in {PEOPLE, *_LISTS}


def _is_day(path: str) -> bool:
    return bool(_DAY.fullmatch(PurePosixPath(path).name))


def _between(people: Sequence[str], own: frozenset[str]) -> str:
    """What a talk without a name is called: by whom it is with."""
    others = [one or messengers.GONE for one in people if normalise(one) not in own]
    return ", ".join(others or people)


def _of(listed: Sequence[Packed], name: str) -> list[dict[str, Any]]:
    """The records of one of the lists; none of one that is missing or damaged."""
    for file in listed:
        if PurePosixPath(file.name).name == name and not file.why:
            try:
                found = json.loads(file.data)
            except (ValueError, RecursionError):
                return []
            return [one for one in found if isinstance(one, dict)] if isinstance(found, list) else []
    return []


def _called(person: dict[str, Any]) -> str:
    profile = person.get("profile") or {}
    told = (profile.get("real_name"), person.get("real_name"), profile.get("display_name"), person.get("name"))
    return messengers.speaker(next(filter(None, told), None))


def _day(file: Packed, people: Mapping[str, str], zone: dt.tzinfo) -> tuple[list[Message], int, int]:
    """What people said on a day, with how many messages something came that is no text, and how many are damaged."""
    if file.why:
        raise ValueError(file.why)
    told, left, bad = list[tuple[dt.datetime, Message]](), 0, 0
    for one in list(json.loads(file.data)):
        try:
            if one.get("type") != "message" or one.get("subtype") not in _SAID or "user" not in one:
                continue
            at = dt.datetime.fromtimestamp(float(one["ts"]), zone)
            says, who = _words(one.get("text") or "", people), people.get(one["user"], messengers.GONE)
        except messengers.BAD:
            bad += 1
            continue
        left += bool(one.get("files"))
        if says:
            told.append((at, Message(at.date(), f"{at:%H:%M}", who, says)))
    return [message for _, message in sorted(told, key=lambda one: one[0])], left, bad


def _words(text: str, people: Mapping[str, str]) -> str:
    """A text as it is shown: people, channels and links are written as codes between angle brackets."""

    def shown(found: re.Match[str]) -> str:
        mark, code, label = found.groups()
        if mark == "@":
            return f"@{people.get(code, label or messengers.GONE)}"
        if mark:
            return f"{'#' if mark == '#' else '@'}{label or code}"
        return f"{label} ({code})" if label and label not in code else code

    return html.unescape(_LINK.sub(shown, text)).strip()
