"""The language model as the graph may ask it: about passages and their relations, never with a word of the chat."""

from __future__ import annotations

from assistant import params
from assistant.language_model import llm
from graph.documents import model


def answer(question: model.Question) -> str:
    """The model's whole answer. Raises NoAnswer with a sentence for people."""
    messages = [llm.Said("system", question.rules), llm.Said("user", question.text)]
    try:
        return llm.complete(
            messages,
            deadline=params.COMPARISON_DEADLINE,
            schema=question.schema,
            max_tokens=question.max_tokens,
            limit=params.LARGEST_EXTRACTION,
        )
    except llm.ModelFailure as failure:
        raise model.NoAnswer(failure.sentence) from failure


model.use(answer, llm.configured)
