"""The filter against invention: what a candidate names must stand in the person's words."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping, Sequence

from graph.curation.candidates import Candidate
from graph.naming import SELF_WORDS

_GAPS = re.compile(r"[\s_-]+")
_FOR_ME = re.compile(r",? for me\b", re.IGNORECASE)


def stands_in(
    candidate: Candidate, text: str, history: Sequence[str] = (), roles: Mapping[str, str] | None = None
) -> bool:
    """Whether subject and object occur in `text`; the subject may be the person, or named earlier, or in a known role.

    The words the fact rests on are always in `text`: a name from earlier only resolves a pronoun, a role or "there".
    """
    subject = candidate.subject.text
    said = candidate.object.text if candidate.object else candidate.value or ""
    earlier = [*history, *(roles or {}).values()]
    return (
        bool(said.strip())
        and _known(subject, text, earlier)
        and (_known(said, text, earlier) or _refused(said, text) or occurs(f"{said}s", text))
        and (occurs(said, text) or occurs(subject, text) or subject.casefold() in SELF_WORDS or occurs("there", text))
        and (not candidate.quote or occurs(candidate.quote, text))
    )


def _refused(said: str, text: str) -> bool:
    """Whether the words stand in `text` but for the "for me" among them: "No coffee for me after noon"."""
    return occurs(said, _FOR_ME.sub("", text))


def _known(name: str, text: str, earlier: Sequence[str]) -> bool:
    own = name.removeprefix("my ")  # "mum lives in Cork" is said of my mum
    if name.casefold() in SELF_WORDS or occurs(own, text) or any(occurs(own, said) for said in earlier):
        return True
    return own[-1:].isalpha() and occurs(f"{own}s", text)  # "my mums birthday", "zoes sister"


def occurs(part: str, text: str) -> bool:
    """Whether the words of `part` stand in `text` in that order, whatever the case and the white space."""
    wanted = _folded(part)
    return bool(wanted) and re.search(rf"(?<!\w){re.escape(wanted)}(?!\w)", _folded(text)) is not None


def _folded(text: str) -> str:
    return _GAPS.sub(" ", unicodedata.normalize("NFKC", text)).casefold().strip()
