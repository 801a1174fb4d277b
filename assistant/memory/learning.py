"""Learning from the person's own words, in the background: candidates are staged, never more than that."""

from __future__ import annotations

import datetime as dt
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field, replace

from django.db import transaction

from assistant.conversation import conversations, history
from assistant.extraction import pronouns, read
from assistant.extraction.text import played
from assistant.extraction.text.language import is_english
from assistant.memory import correcting, ended, kin_titles, recalled, short_names, small_letters
from assistant.memory.ended import Ended
from assistant.memory.in_full import in_full
from assistant.models import Message
from assistant.question import held_roles
from assistant.question.beside import told_beside
from assistant.question.intents import intent, takes_back
from assistant.question.questions import asks
from graph import jobs
from graph.curation import facts, promotion
from graph.curation.candidates import ASKED, Candidate, Quote
from graph.curation.ending import Ending
from graph.curation.recorder import Actor
from graph.models import Change, Chunk, Job, User

JOB = "learn"


def enqueue(message: Message, now: dt.datetime, *, wait: dt.timedelta = dt.timedelta(0)) -> None:
    """Queue learning from a message; queueing it twice is one job."""
    jobs.enqueue(
        kind=JOB,
        key=str(message.pk),
        user_id=message.user_id,
        payload={"message": message.pk},
        now=now,
        due_at=now + wait,
    )


def hasten(message: Message, now: dt.datetime) -> None:
    """The answer is written, so learning need not wait any longer."""
    waiting = Job.objects.filter(kind=JOB, key=str(message.pk), state=Job.State.QUEUED)
    if waiting.update(due_at=now):
        jobs.wake()


@jobs.handler(JOB, awaited=True, passing=True)
def learn(job: Job, now: dt.datetime) -> None:
    """Keep the message's words as a passage, stage what they state, and note both; a second run finds nothing to do."""
    message = Message.objects.select_related("user", "conversation").filter(pk=job.payload["message"]).first()
    if message is None or message.role != Message.Role.USER or message.learning != Message.Learning.QUEUED:
        return
    keep(message, states(message, read.message), now)


@dataclass(frozen=True, slots=True)
class Stated:
    """What a message states, what it says is over of what the book holds, which facts it puts right, and the names of
    whom it speaks by a pronoun alone.
    """

    reading: read.Reading = field(default_factory=read.Reading)
    ended: tuple[Ended, ...] = ()
    withdrawn: tuple[int, ...] = ()
    spoken_of: tuple[str, ...] = ()


def keep(message: Message, stated: Stated, now: dt.datetime) -> int:
    """Stage what was read in a message, once, with its words as their evidence; returns how many facts are new."""
    reading = stated.reading
    passages = conversations.mirror(message, now, stated.spoken_of)
    with transaction.atomic():
        mine = Message.objects.select_for_update().filter(pk=message.pk, learning=Message.Learning.QUEUED)
        if not mine.exists():
            return 0
        learned: list[int] = []
        if reading.candidates or stated.ended:
            staged = facts.stage(
                user=message.user,
                candidates=[_placed(candidate, passages) for candidate in reading.candidates],
                by=Actor(Change.Actor.EXTRACTOR, message.user),
                now=now,
                run=run_of(message),
                endings=[_ending(one, message, passages) for one in stated.ended],
                withdrawn=stated.withdrawn,
            )
            learned = [fact.pk for fact in (*staged.created, *staged.ended)]
        mine.update(learning=Message.Learning.DONE, learned=learned, error=_note(message, reading))
        if reading.candidates:
            promotion.enqueue(message.user, now)
    return len(learned)


def _note(message: Message, reading: read.Reading) -> str:
    """Why nothing was learned; of a question alone nothing would be in any language."""
    unread = reading.note == read.UNKNOWN_LANGUAGE
    return "" if unread and asks(message.text) and not told_beside(message.text) else reading.note


def states(message: Message, reader: Callable[..., read.Reading]) -> Stated:
    """What the message states, by its writer's own clock and without what only repeats an earlier answer.

    `reader` is `read.message`, which asks the model too, or `read.by_rules`.
    """
    if takes_back(message.text):
        return Stated()
    earlier = history.before(message)
    if corrected := correcting.corrections(message.user, message.text, earlier):
        wrong = tuple(one.of.pk for one in corrected if one.of is not None)
        return Stated(read.Reading(tuple(one.candidate for one in corrected)), withdrawn=wrong)
    told = [message.text, *history.told(earlier)]
    text, *told = small_letters.as_known(message.user, told, history.said(message))
    roles, said_at = known_roles(message.user), message.user.local(message.created_at)
    reading = reader(text, history=told, roles=roles, said_at=said_at, asked=history.answered(earlier))
    wish = intent(message.text)
    asked_for = wish is not None and wish.kind == "remember"
    if reading.candidates and not asked_for and played.in_role(message.text, history.hinting(message, played.HINTS)):
        return Stated(read.Reading(note=played.SAID_IN_A_ROLE))
    over = ended.told(message.user, text, reading.candidates, history=told, roles=roles, said_at=said_at)
    told_anew = recalled.but_own_name(message.user, recalled.without((*reading.candidates, *over.instead), earlier))
    named = in_full(message.user, ended.since(message.user, told_anew, over.ended))
    found = kin_titles.as_the_book_has_kin(message.user, short_names.as_the_book_has_it(message.user, named))
    candidates = tuple(
        replace(candidate, extractor=ASKED if asked_for else candidate.extractor, quote=_as_typed(candidate, message))
        for candidate in found
    )
    return Stated(
        replace(reading, candidates=candidates),
        ended.unasked(message.user, over.ended, candidates),
        spoken_of=pronouns.spoken_of(text, history=told, roles=roles) if is_english(text) else (),
    )


def _ending(one: Ended, message: Message, passages: Sequence[Chunk]) -> Ending:
    """The end of a fact, with the words of the message that tell it, and the passage that holds them."""
    words = message.text[one.start : one.end].strip()
    within = next((passage for passage in passages if passage.start <= one.start < passage.end), None)
    start = one.start - within.start if within else one.start
    quote = Quote(words, None, within.pk if within else None, start, start + len(words), "rules")
    return Ending(one.fact.pk, one.until, quote)


def _as_typed(candidate: Candidate, message: Message) -> str:
    """The words that a candidate rests on as they were typed."""
    typed = message.text[candidate.start : candidate.end]
    return typed if typed.casefold() == candidate.quote.casefold() else candidate.quote


def run_of(message: Message) -> str:
    """The name of a message's learning in the ledger."""
    return f"message:{message.pk}"


def known_roles(user: User) -> dict[str, str]:
    """The person's relations that exactly one entity holds: {"sister": "Anna"}, so that "my sister" means her.

    Of pets by their kind, {"dog": "Rex"}, as well; whoever has no name stands for the role: "my father" is "my dad".
    """
    return {role: one.name for role, one in held_roles.known(user).items()}


def _placed(candidate: Candidate, passages: Sequence[Chunk]) -> Candidate:
    """The candidate with the passage that holds its quote, and its offsets in there."""
    for passage in passages:
        if passage.start <= candidate.start < passage.end:
            return replace(
                candidate,
                chunk=passage.pk,
                start=candidate.start - passage.start,
                end=min(candidate.end, passage.end) - passage.start,
            )
    return candidate
