"""Doing what a message asks of the book: forgetting what is named exactly, asking back where it is not."""

from __future__ import annotations

import datetime as dt
from collections.abc import Sequence
from dataclasses import dataclass

from assistant.conversation import history
from assistant.extraction import rules
from assistant.extraction.text.language import is_english
from assistant.language_model import llm
from assistant.memory import correcting, learning, matching
from assistant.models import Message
from assistant.question.intents import Intent, intent
from assistant.turn.turns import Mode, Turn
from assistant.without_model import wording
from graph.curation import facts, taking_back
from graph.curation.recorder import Actor
from graph.models import Change, Fact, User
from graph.predicates import registry, relation

SHOWN = 2  # statements of one message that the answer repeats


@dataclass(frozen=True, slots=True)
class Reply:
    """The answer in words, and the facts that it asks about with buttons."""

    text: str
    asks: tuple[int, ...] = ()


def fulfil(turn: Turn, earlier: Sequence[Message], now: dt.datetime) -> Reply | None:
    """The reply to a wish, once it is done; None for a message that the ordinary answer serves.

    What is told is left to learning: with a language model, its answer acknowledges it.
    """
    wish, now = intent(turn.question.text), turn.user.local(now)
    if wish is None or not turn.is_kept:
        return None
    if wish.kind in ("forget", "wrong") and turn.mode != Mode.NORMAL:
        return Reply("Nothing is changed in this mode.")
    match wish.kind:
        case "forget":
            return _forget(turn, wish, earlier, now)
        case "erase":
            return Reply(
                f"Erasing has no way back, so no word here does it: look “{wish.about}” up in the index, and choose "
                "“Erase it for good” on its page, which shows first what goes. Nothing was changed."
            )
        case "wrong":
            return _wrong(turn, earlier)
    if llm.configured() or turn.mode != Mode.NORMAL:
        return None
    return _told(turn, wish, earlier, now)


def forgotten(question: Message) -> Change | None:
    """The change by which this message's wish was done, unless it was undone."""
    made = Change.objects.for_user(question.user_id).filter(run=learning.run_of(question), undone_by=None)
    return made.filter(verb__in=["retract", "reject"]).order_by("id").last()


def _forget(turn: Turn, wish: Intent, earlier: Sequence[Message], now: dt.datetime) -> Reply:
    """Taken back at once when exactly one fact is meant; the ledger keeps it, and undo brings it back."""
    if forgotten(turn.question) is not None:
        return Reply("That is forgotten already. Undo brings it back.")
    user = turn.user
    roles = learning.known_roles(user)
    found = matching.saying(user, wish.about, history=history.told(earlier), roles=roles)
    if not found:
        return Reply(f"I have nothing that says “{wish.about}”, so nothing was forgotten.")
    if len(found) > 1:
        return Reply("Several things fit that. Pick below what I should forget.", tuple(fact.pk for fact in found))
    fact = found[0]
    if not turn.may_write or _was_proposed(turn.question):
        return _proposed(turn, fact, now)
    facts.decide(
        user=user,
        ids=[fact.pk],
        decision="reject" if fact.status == Fact.Status.STAGED else "retract",
        by=turn.by or Actor.person(user),
        reason=turn.question.text[:500],
        run=learning.run_of(turn.question),
        now=now,
    )
    return Reply(
        f"Forgotten: “{wording.of_fact(fact, registry(user.pk), now)}”. Answers no longer use it. Undo brings it back."
    )


def _was_proposed(question: Message) -> bool:
    """Whether a program asked for this before: writing its answer again does no more than it could."""
    made = Change.objects.for_user(question.user_id).filter(run=learning.run_of(question), verb="state")
    return made.exists()


def _proposed(turn: Turn, fact: Fact, now: dt.datetime) -> Reply:
    """What a program that may not write wants forgotten waits for the owner's yes."""
    words, by = wording.of_fact(fact, registry(turn.user.pk), now), turn.by or Actor.person(turn.user)
    run = learning.run_of(turn.question)
    taken = taking_back.forget(user=turn.user, found=[fact], outright=False, by=by, now=now, run=run)
    if taken.retracted:
        return Reply(f"Forgotten: “{words}”. It was proposed by a program, and nothing rested on it.")
    if taken.refused:
        return Reply(f"Nothing was forgotten. {taken.refused[0]}")
    return Reply(f"Asked to forget: “{words}”. That waits in the inbox for the owner to confirm; until then it stands.")


def _wrong(turn: Turn, earlier: Sequence[Message]) -> Reply:
    """What the last answer leaned on, to be taken back by the person."""
    last = next((row for row in reversed(earlier) if row.role == Message.Role.ASSISTANT), None)
    cited = [int(pk) for kind, pk in last.cited if kind == "fact"] if last else []
    standing = Fact.objects.for_user(turn.user).active().filter(pk__in=cited).values_list("pk", flat=True)
    if not standing:
        return Reply("Thank you. Tell me what is right, and I propose it.")
    return Reply(
        "Thank you. Take back below what is wrong, or tell me what is right instead.",
        tuple(pk for pk in cited if pk in set(standing))[: matching.MOST],
    )


def _told(turn: Turn, wish: Intent, earlier: Sequence[Message], now: dt.datetime) -> Reply | None:
    """What waits in the inbox from these words, and what stands against it until the person decides."""
    user, told = turn.user, history.told(earlier)
    if wish.kind == "correct" and (said := correcting.corrections(user, turn.question.text, earlier)):
        return _corrected(user, said[0], now)
    if not is_english(turn.question.text):
        return None
    roles = learning.known_roles(user)
    read = rules.candidates(turn.question.text, history=told, roles=roles, asked=history.answered(earlier))
    if not read:
        if wish.kind == "correct":
            return None
        return Reply(
            "Your words are kept and can be searched, but I could not make a fact of them. "
            "Say it as a plain sentence, such as “Anna lives in Lisbon”."
        )
    relations = registry(user.pk)
    lines, against = [], list[Fact]()
    for candidate in read[:SHOWN]:
        words = wording.of_candidate(candidate, relations, now)
        if any(fact.status == Fact.Status.CONFIRMED for fact in matching.same(user, candidate)):
            lines.append(f"I know that already: “{words}”.")
            continue
        rivals = matching.about(user, candidate) if relation(relations, candidate.predicate).functional else []
        against = [fact for fact in rivals if fact.pk not in {one.pk for one in matching.same(user, candidate)}]
        beside = f" Until then “{wording.of_fact(against[0], relations, now)}” stands." if against else ""
        lines.append(f"Noted: “{words}” waits in the inbox for you to confirm it.{beside}")
    if not against and (wrong := correcting.denied(user, turn.question.text, read)) is not None:
        lines.append(f"“{wording.of_fact(wrong, relations, now)}” stands until you take it back below.")
        return Reply(" ".join(lines), (wrong.pk,))
    return Reply(" ".join(lines))


def _corrected(user: User, said: correcting.Correction, now: dt.datetime) -> Reply:
    """What waits in the inbox in the place of what was wrong; where both could be true, that is to be taken back."""
    relations = registry(user.pk)
    words = wording.of_candidate(said.candidate, relations, now)
    if any(fact.status == Fact.Status.CONFIRMED for fact in matching.same(user, said.candidate)):
        noted = f"I know that already: “{words}”."
    else:
        noted = f"Noted: “{words}” waits in the inbox for you to confirm it."
    if said.of is None:
        return Reply(noted)
    old = wording.of_fact(said.of, relations, now)
    if said.of.status == Fact.Status.STAGED:
        return Reply(f"{noted} It takes the place of “{old}”, which nobody had confirmed.")
    if relation(relations, said.candidate.predicate).functional and said.of.status == Fact.Status.CONFIRMED:
        return Reply(f"{noted} Until then “{old}” stands.")
    return Reply(f"{noted} “{old}” stands until you take it back below.", (said.of.pk,))
