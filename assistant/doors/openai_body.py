"""What an OpenAI-compatible client sends, parsed once: the talk so far and the question at its end."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Any, Literal

from pydantic import BaseModel, Field

from assistant.language_model.llm import Said

Mode = Literal["normal", "read_only", "off"]
MODES: tuple[Mode, ...] = ("normal", "read_only", "off")
MOST_MESSAGES = 2000


class BadRequest(ValueError):
    """The request cannot be answered; `param` names the field."""

    def __init__(self, message: str, param: str | None = None):
        super().__init__(message)
        self.param = param


class MessageIn(BaseModel):
    """One message; its content is a text or a list of parts, of which texts are read."""

    role: str
    content: str | list[dict[str, Any]] | None = None


class StreamOptions(BaseModel):
    include_usage: bool = False


class CompletionIn(BaseModel):
    """Fields that other servers know are taken and left alone: a client sends what it always sends."""

    model: Annotated[str, Field(min_length=1, max_length=200)]
    messages: Annotated[list[MessageIn], Field(min_length=1, max_length=MOST_MESSAGES)]
    stream: bool | None = False
    stream_options: StreamOptions | None = None
    n: Annotated[int, Field(ge=1, le=1)] | None = None


@dataclass(frozen=True, slots=True)
class Asked:
    """The last message, and what was said before it, oldest first, without instructions to a model."""

    question: str
    earlier: tuple[Said, ...]


def asked(body: CompletionIn) -> Asked:
    """The question and the talk before it. Raises BadRequest when the last message is not the person's."""
    said = []
    for place, message in enumerate(body.messages):
        if message.role in {"user", "assistant"}:
            said.append(Said(message.role, _text(message, place)))
    if not said or said[-1].role != "user":
        raise BadRequest("The last message must be the user's.", "messages")
    return Asked(said[-1].text, tuple(one for one in said[:-1] if one.text.strip()))


def _text(message: MessageIn, place: int) -> str:
    if message.content is None or isinstance(message.content, str):
        return message.content or ""
    texts = []
    for part in message.content:
        if part.get("type") not in {"text", "input_text"} or not isinstance(part.get("text"), str):
            raise BadRequest("Only text can be read here, no images or sounds.", f"messages[{place}].content")
        texts.append(part["text"])
    return "\n".join(texts)
