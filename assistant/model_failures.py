"""Every way in which a language model gives no whole answer, each with a sentence for a person."""

from __future__ import annotations

import logging

logger = logging.getLogger(__name__)


class ModelFailure(Exception):
    """The model gave no whole answer; `partial` is what it wrote, `sentence` says it to a person.

    `status` is the service's number for it, 0 where it gave none.
    """

    sentence = "The language model failed."

    def __init__(self, detail: str = "", partial: str = "", status: int = 0):
        super().__init__(f"{self.sentence} {detail}".strip())
        self.partial, self.status = partial, status


class ModelRefused(ModelFailure):
    """The service answered that it will not do it: a wrong key, an unknown model, a limit, a prompt too long."""

    sentence = "The language model refused the request."


class ModelTimeout(ModelFailure):
    """The deadline passed, or nothing came for too long."""

    sentence = "The language model took too long."


class ModelGone(ModelFailure):
    """Nobody answers where the model should be."""

    sentence = "The language model could not be reached."


class ModelCut(ModelFailure):
    """The answer broke off in the middle."""

    sentence = "The language model broke off in the middle of the answer."


class ModelEmpty(ModelFailure):
    """The answer had no text, or was not an answer but a page."""

    sentence = "The language model gave an empty answer."


def check_is_answer(text: str) -> None:
    head = text.lstrip()[:15].casefold()
    if not head:
        raise ModelEmpty
    if head.startswith(("<!doctype html", "<html")):
        raise ModelEmpty("It was a web page.")


def as_failure(error: Exception, written: str) -> ModelFailure:
    """What went wrong, by the errors that litellm raises for it."""
    import litellm
    import openai

    if isinstance(error, ModelFailure):
        error.partial = written
        return error
    if isinstance(error, litellm.exceptions.MidStreamFallbackError):
        partial = written or error.generated_content or ""
        return ModelCut(partial=partial) if partial else ModelGone()
    detail = " ".join(str(error).split())[:200]
    if isinstance(error, openai.APITimeoutError):
        return ModelTimeout(partial=written)
    if isinstance(error, openai.APIStatusError) and 400 <= error.status_code < 500:
        return ModelRefused(detail, written, error.status_code)
    if isinstance(error, openai.APIError):
        return ModelCut(partial=written) if written else ModelGone(detail, status=getattr(error, "status_code", 0) or 0)
    logger.error("unexpected error from the language model", exc_info=error)
    return ModelCut(partial=written) if written else ModelGone(type(error).__name__)
