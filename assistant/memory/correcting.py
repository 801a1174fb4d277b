"""Putting right what was said: "It's Ingrid, not Hanne" of what was spoken of, "sorry, the 13th" of the last words."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace

from assistant.conversation import history
from assistant.extraction import rules
from assistant.extraction.parts.parties import SELF
from assistant.extraction.text.slips import put_right
from assistant.memory import matching
from assistant.models import Message
from assistant.question import intents
from assistant.question.intents import Swap, swap
from assistant.question.questions import asks
from graph.curation.candidates import Candidate, Name
from graph.models import Fact, User
from graph.models.fact import value_key
from graph.naming import normalise

CERTAINTY = 0.85


@dataclass(frozen=True, slots=True)
class Correction:
    """What is proposed, and the standing fact that it corrects; None where that one is only waiting to be learned."""

    candidate: Candidate
    of: Fact | None


def corrections(user: User, text: str, earlier: Sequence[Message]) -> tuple[Correction, ...]:
    """What was said or spoken of in `earlier` with the right words in the place of the wrong ones.

    Empty where the message puts nothing right, or nothing there says what it denies.
    """
    said = swap(text)
    if said is None:
        return _slip(user, text, earlier)
    found = _swapped(user, text, said, earlier)
    return (found,) if found is not None else ()


def _slip(user: User, text: str, earlier: Sequence[Message]) -> tuple[Correction, ...]:
    """What the person's last message would have stated with the words that are right; what they asked since is none."""
    said = [row for row in earlier if row.role == Message.Role.USER]
    while said and asks(said[-1].text):
        said = said[:-1]
    last = said[-1] if said else None
    fixed = put_right(last.text, text) if last is not None else ""
    if last is None or not fixed:
        return ()
    told = [row.text for row in said[:-1]]
    said_at = user.local(last.created_at)
    wrong = rules.candidates(last.text, history=told, said_at=said_at)
    stated = {_says(one) for one in wrong}
    right = [one for one in rules.candidates(fixed, history=told, said_at=said_at) if _says(one) not in stated]
    return tuple(Correction(_quoting(one, text), _instead_of(user, one, wrong)) for one in right)


def _says(candidate: Candidate) -> tuple[str, str, str]:
    said = candidate.object.text if candidate.object else candidate.value or ""
    return candidate.subject.text.casefold(), candidate.predicate, said.casefold()


def _instead_of(user: User, right: Candidate, wrong: Sequence[Candidate]) -> Fact | None:
    """The standing fact that was stated with the slip in it: by the same predicate, of the same or the same of it."""
    who, predicate, what = _says(right)
    for other in wrong:
        whom, by, said = _says(other)
        if by == predicate and (whom == who or said == what):
            return next(iter(matching.same(user, other)), None)
    return None


def _swapped(user: User, text: str, said: Swap, earlier: Sequence[Message]) -> Correction | None:
    for fact in _spoken_of(user, earlier):
        if (changed := _changed(_as_candidate(fact), said, text)) is not None:
            return Correction(changed, fact)
    for told in reversed(history.told(earlier)):
        for candidate in reversed(rules.candidates(told)):
            if (changed := _changed(candidate, said, text)) is not None:
                return Correction(changed, next(iter(matching.same(user, candidate)), None))
    return None


def denied(user: User, text: str, read: Sequence[Candidate]) -> Fact | None:
    """The standing fact that says of the same what "Ann teaches chemistry, not physics" denies; None without one."""
    wrong = intents.denied(text)
    for candidate in read if wrong else ():
        for fact in matching.about(user, candidate):
            if _is_called(fact.object.name if fact.object else fact.value, wrong):
                return fact
    return None


def _spoken_of(user: User, earlier: Sequence[Message]) -> list[Fact]:
    """The standing facts that answers leaned on or messages stated, those of the latest message first."""
    order: dict[int, None] = {}
    for message in reversed(earlier):
        cited = [int(pk) for kind, pk in message.cited if kind == "fact"]
        order |= dict.fromkeys([*cited, *map(int, message.learned)])
    facts = Fact.objects.for_user(user).active().select_related("subject", "object").in_bulk(list(order))
    return [facts[pk] for pk in order if pk in facts]


def _as_candidate(fact: Fact) -> Candidate:
    subject = SELF if fact.subject.is_self else Name(fact.subject.name, fact.subject.type)
    stated = Name(fact.object.name, fact.object.type) if fact.object else None
    value = None if stated else fact.value
    return Candidate(subject, fact.predicate, stated, value, fact.value_type if value else "string")


def _changed(candidate: Candidate, said: Swap, text: str) -> Candidate | None:
    """The candidate with the side that is called wrong put right; None where neither side is."""
    proposed = replace(_quoting(candidate, text), valid_from=None, valid_until=None)
    if candidate.object is not None and _is_called(candidate.object.text, said.wrong):
        return replace(proposed, object=replace(candidate.object, text=said.right))
    if candidate.value is not None and value_key(candidate.value) == value_key(said.wrong):
        return replace(proposed, value=said.right)
    if candidate.subject != SELF and _is_called(candidate.subject.text, said.wrong):
        return replace(proposed, subject=replace(candidate.subject, text=said.right))
    return None


def _quoting(candidate: Candidate, text: str) -> Candidate:
    """The candidate with the message that puts it right as its evidence."""
    start, quote = len(text) - len(text.lstrip()), text.strip()
    return replace(candidate, confidence=CERTAINTY, quote=quote, start=start, end=start + len(quote))


def _is_called(name: str, words: str) -> bool:
    """By the whole name or its first word: "not Hanne" of Hanne Berg."""
    return normalise(words) in {normalise(name), normalise(name.split()[0])}
