"""How the words of a relation stand in a sentence: behind its subject as a verb, or as what something of theirs is."""

from __future__ import annotations


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


SECOND_PERSON = {"is": "are", "was": "were", "has": "have", "does": "do", "goes": "go", "isn't": "aren't"}
PAST = _words(
    "led ran taught made wrote built bought grew drew sold won told met got had knew gave took sang broke tore lent "
    "lost found sent spent paid brought caught chose kept rode saw spoke swam wore"
)
STATES = frozenset(
    {
        *("engaged to", "afraid of", "interested in", "allergic to", "related to", "fluent in", "intolerant to"),
        *("good at", "bad at"),
        *("based in", "based on", "located in", "named after", "made of", "made in", "composed of", "known for"),
        *("known as", "used for", "used in", "employed at", "insured with", "registered with"),
        *("moored at", "stored in", "parked in", "parked at", "kept in", "kept at", "enrolled at", "enrolled in"),
        *(
            "married to",
            "written in",
            "deployed on",
            "deployed in",
            "deployed to",
            "hosted on",
            "hosted in",
            "hosted at",
            "installed on",
            "installed in",
        ),
        *("listed in", "listed on", "registered in", "registered at", "included in", "assigned to", "attached to"),
        *("connected to", "linked to", "situated in", "headquartered in", "divorced from"),
    }
)
_BEHIND_VERB = _words(  # "lives in" and "has been to" are said of somebody, "NHS number" and "sports club" are not
    "in on at to for from with by of as about after near not been up out off into over through under along like "
    "a an the"
)


_PARTICIPLES = _words(
    "located based situated headquartered twinned diagnosed signed affiliated certified associated composed derived"
)
_ADVERBS = frozenset({"formerly", "previously", "currently", "originally", "also"})
_NO_NOUN = frozenset({"takes", "gives", "makes"})  # "takes place in", whatever stands behind it


def is_state(reads: str) -> bool:
    """Whether its words say how something is or what became of it, without "is": "located on river", "in class"."""
    first, *behind = reads.casefold().split() or [""]
    is_done = first in _PARTICIPLES and not _BEHIND_VERB.isdisjoint(behind[:1])
    return is_done or (first == "in" and bool(behind))


def is_verb(reads: str) -> bool:
    """Whether a predicate's words can stand after a subject: built-in ones can, of a person's own the ending tells."""
    first, *behind = reads.casefold().split() or [""]
    if first in _ADVERBS and behind:
        return is_verb(" ".join(behind))
    if first in SECOND_PERSON or first in PAST or first in _NO_NOUN or first == "cannot":
        return True
    if reads in STATES or reads.endswith(" by") or is_state(reads):
        return True
    alone = not behind or behind[0] in _BEHIND_VERB
    return alone and (first.endswith("ed") or (first.endswith("s") and not first.endswith(("ss", "us", "is", "yees"))))


def between(reads: str) -> str:
    """The words between two names: "lives in"; of a noun with a colon, "Olav boat: Havsule"."""
    last = reads.casefold().split()[-1:]
    is_open = not last or reads.endswith(":") or not _BEHIND_VERB.isdisjoint(last)  # "wohnt in" is no noun either
    return reads if is_open or is_verb(reads) else f"{reads}:"
