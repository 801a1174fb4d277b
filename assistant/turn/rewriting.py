"""A follow-up question written out by the language model, checked against the conversation."""

from __future__ import annotations

import logging
from collections.abc import Sequence

from assistant import params
from assistant.language_model import llm, prompts
from assistant.language_model.llm import Said
from assistant.question.followups import SearchText
from assistant.question.referents import Earlier, names_in, stands_in

logger = logging.getLogger(__name__)


def search_text(question: str, said: Sequence[Said], history: Sequence[Earlier]) -> SearchText | None:
    """`question` written out by the model; None when it fails, is too slow, or gives no single question."""
    try:
        answer = llm.complete(prompts.rewrite(question, said), deadline=params.FOLLOW_UP_DEADLINE, max_tokens=80)
    except llm.ModelFailure as failure:
        logger.info("the follow-up was resolved by rules: %s", failure.sentence)
        return None
    text = answer.strip().strip('"“”')
    if (
        "\n" in text
        or not 0 < len(text) <= max(200, 3 * len(question))
        or not _invents_nothing(text, question, said, history)
    ):
        return None
    same = " ".join(text.casefold().split()) == " ".join(question.casefold().split())
    return SearchText(question) if same else SearchText(text, True, "written out by the language model")


def _invents_nothing(text: str, question: str, said: Sequence[Said], history: Sequence[Earlier]) -> bool:
    """Whether every name in the rewritten question stands in the conversation."""
    known = " ".join([question, *(one.text for one in said), *(named.name for turn in history for named in turn.named)])
    return all(stands_in(part, known) for name in names_in(text) for part in name.split())
