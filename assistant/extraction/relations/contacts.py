"""A contact as it is jotted down: "new contact: Anita Desai, head of procurement at Bell, anita@bell.example"."""

from __future__ import annotations

import re
from collections.abc import Iterator

from assistant.extraction.parts.extents import works_for
from assistant.extraction.parts.occupations import is_trade
from assistant.extraction.parts.phrases import Object, phrase
from assistant.extraction.parts.spoken_of import Party
from assistant.extraction.reading import Reading
from assistant.extraction.relations.offices import is_headship
from assistant.extraction.words import vocabulary as words
from graph.curation.candidates import Candidate, Name

PLAIN = 0.85
_EMAIL = r"[\w.+-]+@[\w-]+(?:\.[\w-]+)+"
_PHONE = r"\+?\(?\d[\d ()/-]{6,18}\d"
_DO = "Call|Ring|Phone|Text|Email|Mail|Ask|Contact|Meet"
_NAME = re.compile(rf"(?=\S+ ){words.WRITTEN_NAME}")
# A line of its own, behind a label or not, in parts between commas of which one is how to reach them.
_LINE = re.compile(
    rf"^[ \t]*(?:[-*•] )?(?:(?:{_DO}) )?(?:(?P<kind>[A-Za-z ]{{3,30}}): )?"
    rf"(?P<name>(?!(?:{_DO}) )(?=[^\s,]+ ){words.WRITTEN_NAME})"
    rf"(?P<rest>(?:, [^,\n]+)*, (?:{_EMAIL}|{_PHONE})(?:, [^,\n]+)*)[ \t.]*$",
    re.MULTILINE,
)
_PART = re.compile(r"[^,\s](?:[^,\n]*[^,\s.])?")
_FIRM = rf"{words.WRITTEN_NAME}(?: & {words.WRITTEN_NAME})?"
_POST = re.compile(rf"(?P<post>[a-z][\w &/-]{{2,40}}?)(?: (?:at|for|of|with) (?P<firm>{_FIRM}))?")


def contacts(reading: Reading) -> Iterator[Candidate]:
    """The mail address, the number, the post and the firm of whoever is jotted down with how to reach them."""
    for line in _LINE.finditer(reading.full.text):
        span = reading.doc.char_span(line.start("name"), line.end("name"), alignment_mode="expand")
        parts = list(_PART.finditer(reading.full.text, *line.span("rest")))
        if span is None or any(_NAME.fullmatch(part[0]) for part in parts):
            continue  # whose number it is of two
        who = Party(Name(line["name"], words.PERSON))
        if is_trade((line["kind"] or "").split(" ")[-1].lower()):  # "plumber: Stan Ogilvy, 07700 900812"
            kind = Object(name=Name(line["kind"].lower(), words.CONCEPT))
            yield from reading.candidate(span[0], who, "is_a", kind, PLAIN)
        for predicate, said in (told for part in parts for told in _told(reading, part)):
            yield from reading.candidate(span[0], who, predicate, said, PLAIN)


def of_firms(reading: Reading) -> Iterator[Candidate]:
    """Where somebody works whose firm stands behind the name: "Gary Stubbs of Stubbs & Sons"."""
    for of in reading.doc:
        firm = works_for(of) if of.lower_ == "of" and of.dep_ == "prep" else None
        if firm is not None:
            who = Party(Name(phrase(of.head), words.PERSON))
            said = Object(name=Name(phrase(firm), words.ORGANISATION))
            yield from reading.candidate(firm, who, "works_at", said, PLAIN)


def _told(reading: Reading, part: re.Match[str]) -> Iterator[tuple[str, Object]]:
    """What one part between commas says of somebody."""
    post = _POST.fullmatch(part[0])
    held = reading.doc.char_span(*part.span(), alignment_mode="expand") if post is not None else None
    if re.fullmatch(_EMAIL, part[0]):
        yield "email", Object(value=part[0])
    elif re.fullmatch(_PHONE, part[0]):
        yield "phone", Object(value=part[0])
    elif post is not None and held is not None and any(is_trade(one.lower_) or is_headship(one) for one in held):
        yield "works_as", Object(name=Name(post["post"], words.CONCEPT))
        if post["firm"]:
            yield "works_at", Object(name=Name(post["firm"], words.ORGANISATION))
