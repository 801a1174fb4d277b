"""A contact as it is jotted down: "new contact: Anita Desai, head of procurement at Bell, anita@bell.example"."""

from __future__ import annotations

import re
from collections.abc import Iterator
from typing import TYPE_CHECKING

from assistant.extraction.parts.extents import works_for
from assistant.extraction.parts.occupations import is_occupation, is_trade
from assistant.extraction.parts.phrases import Object, is_proper, phrase
from assistant.extraction.parts.spoken_of import Party
from assistant.extraction.reading import Reading
from assistant.extraction.relations.offices import is_headship
from assistant.extraction.words import vocabulary as words
from assistant.extraction.words.role_words import ROLES
from graph.curation.candidates import Candidate, Name

if TYPE_CHECKING:
    from spacy.tokens import Token

PLAIN = 0.85
_EMAIL = r"[\w.+-]+@[\w-]+(?:\.[\w-]+)+"
_PHONE = r"\+?\(?\d[\d ()/-]{6,18}\d"
_REACHED = {"email": _EMAIL, "phone": _PHONE}
_CONTACTS = frozenset({"contact", "liaison", "rep"})
_DO = "Call|Ring|Phone|Text|Email|Mail|Ask|Contact|Meet"
_NAME = re.compile(rf"(?=\S+ ){words.WRITTEN_NAME}")
# A line of its own, behind a label or not, in parts between commas of which one is how to reach them.
_LINE = re.compile(
    rf"^[ \t]*(?:[-*•] )?(?:(?:{_DO}) )?(?:(?P<kind>[A-Za-z ]{{3,30}}): )?"
    rf"(?P<name>(?!(?:{_DO}) )(?=[^\s,]+ ){words.WRITTEN_NAME})"
    rf"(?P<rest>(?:, [^,\n]+)*, (?:{_EMAIL}|{_PHONE})(?:, [^,\n]+)*)[ \t.]*$",
    re.MULTILINE,
)
_SMALL = "(?: (?:van|von|de|der|den|da|di|du|del|la|le|bin|ter|dos)){1,2}"
_WHOLE = rf"{words.WRITTEN_NAME}(?:{_SMALL} {words.WRITTEN_NAME})?"  # "Joost van Dijk"
# "Our landlord is Gavin Price, 07700 900123": how to reach whom a sentence ends with, or goes on about.
_BEHIND = re.compile(
    rf"\b(?:is|are|called|named|contact) (?P<name>(?:(?:Dr|Prof|Mr|Mrs|Ms)\. )?{_WHOLE})"
    r"(?:, (?!and )[a-z][a-z '’-]{2,30})?"  # "very friendly"
    rf"(?P<rest>(?:, (?:{_EMAIL}|{_PHONE}))+)(?:[ \t.]*$|(?=, (?:he|she|they|very|quite|only|but|not|so) |\. ))",
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
    yield from _behind_names(reading)


def _behind_names(reading: Reading) -> Iterator[Candidate]:
    """The mail address and the number of whom a line ends with."""
    for line in _BEHIND.finditer(reading.full.text):
        span = reading.doc.char_span(*line.span("name"), alignment_mode="expand")
        told = [(predicate, one) for predicate, form in _REACHED.items() for one in re.findall(form, line["rest"])]
        if span is None:
            continue
        for predicate, value in told:
            who = Party(Name(line["name"], words.PERSON))
            yield from reading.candidate(span[0], who, predicate, Object(value=value), PLAIN)


def at_firms(reading: Reading) -> Iterator[Candidate]:
    """Where somebody works: "our contact at Delta Foods is Joost", "my editor is Philippa Grange at Faber"."""
    for noun in reading.doc:
        if noun.dep_ != "nsubj" or noun.head.lemma_ != "be":
            continue
        if not any(child.lower_ in {"my", "our"} for child in noun.children):
            continue
        is_contact = noun.lower_ in _CONTACTS
        if not is_contact and noun.lower_ not in ROLES and not is_occupation(noun):
            continue  # "my team is Ajax at the Arena"
        known = _firm_of(reading, noun) if is_contact else ""
        for name in (child for child in noun.head.children if child.dep_ == "attr" and is_proper(child)):
            firm = known or _at(name)
            if not firm:
                continue
            who, at = Party(Name(phrase(name), words.PERSON)), Object(name=Name(firm, words.ORGANISATION))
            yield from reading.candidate(name, who, "works_at", at, PLAIN)


def _firm_of(reading: Reading, contact: Token) -> str:
    """The firm at which a contact is, by name, or the one that was spoken of where it says "there"."""
    if at := _at(contact, "at", "with"):
        return at
    if contact.i + 1 >= len(contact.doc) or contact.nbor(1).lower_ != "there":
        return ""
    before = [one for one in reading.mentions if one.at < contact.i] or reading.around.earlier
    latest = max((one.sentence for one in before), default=0)
    firms = {one.name.text for one in before if one.sentence == latest and one.name.type == words.ORGANISATION}
    return firms.pop() if len(firms) == 1 else ""


def _at(noun: Token, *by: str) -> str:
    """The name of where somebody is said to be."""
    at = [child for child in noun.children if child.lower_ in (by or {"at"}) and child.dep_ == "prep"]
    return next((phrase(one) for prep in at for one in prep.children if is_proper(one)), "")


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
    reached = next((predicate for predicate, form in _REACHED.items() if re.fullmatch(form, part[0])), "")
    if reached:
        yield reached, Object(value=part[0])
    elif post is not None and held is not None and any(is_trade(one.lower_) or is_headship(one) for one in held):
        yield "works_as", Object(name=Name(post["post"], words.CONCEPT))
        if post["firm"]:
            yield "works_at", Object(name=Name(post["firm"], words.ORGANISATION))
