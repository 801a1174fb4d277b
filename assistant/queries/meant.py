"""What an answer offers that does not say what was asked: the relations of whom it names, of which one may be meant."""

from __future__ import annotations

import re
from collections.abc import Collection
from dataclasses import dataclass

from assistant.models import Message
from assistant.question.asked import FILLERS, LIGHT
from assistant.without_model.not_known import UNKNOWN, is_searched_whole
from assistant.without_model.writing import NOT_SAID
from graph.models import Entity, Retrieval, RetrievalItem
from graph.predicates import BUILT_IN
from graph.retrieval.question.telling import KINDS
from graph.retrieval.question.words import content_stems
from graph.retrieval.seeding.seeds import WORD

MOST = 8  # relations to choose from: two lines on a wide page
_KIND = re.compile(
    r"\W*(?:and |in |on |at |from |for |to |with |by )?(?:what|which) (?P<kind>[^\W\d_][\w’'-]*(?: [\w’'-]+){0,2}?) "
    r"(?:is|are|was|were|do|does|did|has|have|had|can|could|will|would)\b",
    re.IGNORECASE,
)
FEW = 4  # words that ask for one relation; more ask for several, and nobody knows which for which


@dataclass(frozen=True, slots=True)
class Meant:
    """`words` of the question that nothing explains, between commas where others stand between them, and the relations
    of `whom` (name, and how it reads), the nearest first.
    """

    words: str
    whom: str
    relations: tuple[tuple[str, str], ...]


def meant(answer: Message, question: str) -> Meant | None:
    """What an answer offers; None where it says what was asked, or the question names nobody with relations."""
    if answer.retrieval is None or not answer.text.startswith((NOT_SAID, UNKNOWN)):
        return None
    if not is_searched_whole(answer.retrieval.degraded):
        return None  # in a moment it may be known
    named = {one["id"]: one["name"] for one in answer.retrieval.anchors if "name" in one.get("channels", ())}
    words = unexplained(question, named.values())
    relations = _relations_of(answer.retrieval, named.keys()) if words and named else {}
    if not relations:
        return None
    mine = Entity.objects.for_user(answer.user_id).filter(is_self=True).values_list("pk", flat=True)
    whom = ["yours" if int(pk) in mine else name for pk, name in named.items()]
    return Meant(words, " or ".join(whom), tuple(relations.items())[:MOST])


def unexplained(question: str, names: Collection[str]) -> str:
    """The words by which a question asks, without the names in it and all that any question has; "" of too many.

    Of "what canvas does it carry" that is the canvas: of what is carried there are many kinds.
    """
    others = frozenset[str]().union(FILLERS, LIGHT, KINDS, *map(content_stems, names))
    kind = _KIND.match(question)
    asking = kind["kind"] if kind and content_stems(kind["kind"]) - others else question
    runs: list[list[str]] = [[]]
    for word in WORD.findall(asking):
        if content_stems(word) - others:
            runs[-1].append(word.casefold())
        elif runs[-1]:
            runs.append([])
    return ", ".join(" ".join(run) for run in runs if run) if sum(map(len, runs)) <= FEW else ""


def _relations_of(retrieval: Retrieval, ids: Collection[str]) -> dict[str, str]:
    """How each relation that one of them has reads, in the order in which their facts were found.

    None of those that the book comes with: by which words they are asked for is known, and no other is meant by "eats".
    """
    items = RetrievalItem.objects.for_user(retrieval.user_id).filter(retrieval=retrieval, kind="fact").order_by("rank")
    details = items.values_list("detail", flat=True)
    of_them = [one for one in details if one.get("subject") in ids or one.get("object") in ids]
    told = ((one.get("predicate"), one.get("reads")) for one in of_them)  # receipts of long ago say less
    return {name: reads for name, reads in told if name and reads and name not in BUILT_IN}
