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


class ModelBusy(ModelRefused):
    """The service takes no more requests at present (429): the same one may be sent again."""

    sentence = "The language model takes no more requests at present. Try it again in a little while."


class ModelTimeout(ModelFailure):
    """The deadline passed, or nothing came for too long."""

    sentence = "The language model took too long."


class ModelGone(ModelFailure):
    """Nobody answers where the model should be."""

    sentence = "The language model could not be reached."


class ModelCut(ModelFailure):
    """The answer broke off in the middle."""

    sentence = "The language model broke off in the middle of the answer."


class ModelTooLong(ModelCut):
    """The answer went on and on, and was cut here."""

    sentence = "The answer of the language model became too long and was cut."


class ModelEmpty(ModelFailure):
    """The answer had no text."""

    sentence = "The language model gave an empty answer."


class ModelPage(ModelEmpty):
    """What came was not an answer but a web page, as of a gateway or a network that wants a sign-in."""

    sentence = "The language model sent a web page instead of an answer."


def check_is_answer(text: str) -> None:
    head = text.lstrip()[:15].casefold()
    if not head:
        raise ModelEmpty
    if head.startswith(("<!doctype html", "<html")):
        raise ModelPage


def as_failure(error: Exception, written: str) -> ModelFailure:
    """What went wrong, by the errors that litellm raises for it."""
    import litellm
    import openai

    if isinstance(error, ModelFailure):
        error.partial = written
        return error
    if isinstance(error, litellm.exceptions.MidStreamFallbackError):
        partial = written or error.generated_content or ""
        if _is_late(error):
            return ModelTimeout(partial=partial)
        return ModelCut(partial=partial) if partial else ModelGone()
    detail = " ".join(str(error).split())[:200]
    if isinstance(error, openai.APITimeoutError):
        return ModelTimeout(partial=written)
    if isinstance(error, openai.APIStatusError) and 400 <= error.status_code < 500:
        kind = ModelBusy if error.status_code == 429 else ModelRefused
        return kind(detail, written, error.status_code)
    if isinstance(error, openai.APIError):
        return ModelCut(partial=written) if written else ModelGone(detail, status=getattr(error, "status_code", 0) or 0)
    logger.error("unexpected error from the language model", exc_info=error)
    return ModelCut(partial=written) if written else ModelGone(type(error).__name__)


def _is_late(error: BaseException) -> bool:
    """Whether it goes back to a wait that was too long: litellm calls that a broken connection."""
    import httpx

    reached: BaseException | None = error
    for _ in range(10):
        if reached is None or isinstance(reached, httpx.TimeoutException):
            break
        reached = getattr(reached, "original_exception", None) or reached.__cause__ or reached.__context__
    return reached is not None and isinstance(reached, httpx.TimeoutException)
