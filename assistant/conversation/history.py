"""What was said and named in a conversation before a message."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import reduce
from operator import or_

from django.db.models import Q

from assistant import params
from assistant.extraction.words.role_words import FEMALE, MALE
from assistant.language_model.llm import Said
from assistant.models import Message
from assistant.question.quoted_names import in_quotes
from assistant.question.referents import MANY, PERSONS, Earlier, Named, stands_in
from graph.models import Entity, Evidence, Retrieval, RetrievalItem

_WORDS = re.compile(r"[a-z]+")
_OWNED = re.compile(r"\b(?:his|hers?|their)\b", re.IGNORECASE)
_GENDERS = {
    **dict.fromkeys(("he", "him", "his"), "m"),
    **dict.fromkeys(("she", "her", "hers"), "f"),
    **dict.fromkeys(("they", "them", "their"), MANY),
}


def before(question: Message) -> list[Message]:
    """The finished messages before `question` in its conversation, oldest first, as many as are looked at."""
    rows = Message.objects.filter(conversation_id=question.conversation_id, pk__lt=question.pk).exclude(text="")
    rows = rows.exclude(status__in=[Message.Status.PENDING, Message.Status.STREAMING])
    return list(rows.order_by("-pk")[: 2 * params.REMEMBERED_MESSAGES])[::-1]


def hinting(question: Message, words: Iterable[str]) -> list[tuple[str, str]]:
    """(role, text) of every finished message before `question` that has one of the words, however far back."""
    rows = Message.objects.filter(conversation_id=question.conversation_id, pk__lt=question.pk)
    rows = rows.filter(reduce(or_, (Q(text__icontains=word) for word in words)))
    return list(rows.order_by("pk").values_list("role", "text"))


def said(message: Message) -> list[str]:
    """What the person said before it in the same conversation, the latest first."""
    rows = Message.objects.filter(conversation_id=message.conversation_id, pk__lt=message.pk, role=Message.Role.USER)
    texts = rows.order_by("-pk").values_list("text", flat=True)[: params.NAMES_BEFORE]
    return [text[: params.REMEMBERED_CHARACTERS] for text in texts]


def as_prompt(messages: Iterable[Message]) -> list[Said]:
    return [Said("user" if row.role == Message.Role.USER else "assistant", row.text) for row in messages]


def told(messages: Iterable[Message]) -> list[str]:
    """The person's own messages."""
    return [row.text for row in messages if row.role == Message.Role.USER]


def answered(messages: Sequence[Message]) -> str:
    """What the assistant said last, if nobody said anything since: what the next message answers."""
    last = messages[-1] if messages else None
    return last.text if last is not None and last.role == Message.Role.ASSISTANT else ""


def asked(messages: Sequence[Message]) -> list[Earlier]:
    """Each earlier question, as it was searched for, with what its answer named."""
    replies = {row.reply_to_id: row for row in messages if row.role == Message.Role.ASSISTANT}
    questions = [row for row in messages if row.role == Message.Role.USER]
    named = _named([replies[row.pk] for row in questions if row.pk in replies])
    found: list[Earlier] = []
    called: dict[str, str] = {}  # by what was said of them
    for row in questions:
        reply = replies.get(row.pk)
        searched = reply.search_text if reply is not None and reply.search_text else row.text
        known = named.get(reply.pk, ()) if reply is not None else ()
        quoted = in_quotes(reply.text, searched) if reply is not None else ()
        names = {one.name for one in known}
        found.append(Earlier(searched, (*known, *(one for one in quoted if one.name not in names))))
        said = {_GENDERS[word] for word in _WORDS.findall(row.text.casefold()) if word in _GENDERS}
        if len(said) == 1:  # "what does he do?" was searched for with a name in the place of "he"
            (gender,) = said
            owned = _OWNED.search(row.text) is not None
            meant = (one for one in known if _is_meant(one.name, searched, owned) and not stands_in(one.name, row.text))
            called |= {one.name: gender for one in meant if gender != MANY or one.type not in PERSONS}
    return [
        replace(one, named=tuple(replace(who, gender=who.gender or called.get(who.name, "")) for who in one.named))
        for one in found
    ]


def cited_before(question: Message) -> tuple[tuple[str, int], ...]:
    """(kind, id) of what the answer right before `question` cites, and of the passages on which its facts rest."""
    rows = Message.objects.filter(conversation_id=question.conversation_id, pk__lt=question.pk)
    last = rows.filter(role=Message.Role.ASSISTANT).order_by("-pk").values_list("cited", flat=True).first()
    cited = tuple((kind, int(pk)) for kind, pk in last or ())
    facts = [pk for kind, pk in cited if kind == "fact"]
    under = Evidence.objects.filter(fact__in=facts, chunk__isnull=False).order_by("pk") if facts else None
    return (*cited, *(("chunk", pk) for pk in under.values_list("chunk", flat=True))) if under is not None else cited


def _is_meant(name: str, searched: str, owned: bool) -> bool:
    """Whether a pronoun was searched for as the name; where nothing was owned, "Anna's son" is somebody else."""
    return stands_in(name, searched) and (owned or re.search(rf"\b{re.escape(name)}['’]s\b", searched) is None)


def _named(replies: Sequence[Message]) -> dict[int, tuple[Named, ...]]:
    """For each answer, what its question named and its cited facts are about, in that order; never the person."""
    runs = {row.retrieval_id for row in replies if row.retrieval_id}
    anchors = dict(Retrieval.objects.filter(pk__in=runs).values_list("pk", "anchors"))
    items = {
        (item.retrieval_id, item.object_id): item.detail
        for item in RetrievalItem.objects.filter(retrieval__in=runs, cited=True, kind="fact")
    }
    order: dict[int, list[tuple[int, str]]] = {}
    for row in replies:
        ends = [
            (int(anchor["id"]), "")
            for anchor in anchors.get(row.retrieval_id or 0, ())
            if "name" in anchor.get("channels", {})
        ]
        for kind, pk in row.cited:
            detail = items.get((row.retrieval_id or 0, int(pk))) if kind == "fact" else None
            if detail is not None:
                ends.append((int(detail["subject"]), ""))
                ends += [(int(detail["object"]), _gender(detail["predicate"]))] if detail.get("object") else []
        order[row.pk] = ends
    wanted = {pk for ends in order.values() for pk, _ in ends}
    entities = Entity.objects.filter(pk__in=wanted, is_self=False).in_bulk()
    return {
        reply: tuple(
            Named(
                entities[pk].name, entities[pk].type, next((told for other, told in ends if other == pk and told), "")
            )
            for pk in dict.fromkeys(pk for pk, _ in ends)
            if pk in entities
        )
        for reply, ends in order.items()
    }


def _gender(predicate: str) -> str:
    return "f" if predicate in FEMALE else "m" if predicate in MALE else ""
