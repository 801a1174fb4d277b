"""The words of a noun phrase that name something, and whether they are a name, a thing or a plain value."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import TYPE_CHECKING

from assistant.extraction.parts.extents import follows_letter, kept_words, of_kind, to_its_end
from assistant.extraction.words import nouns, role_words
from assistant.extraction.words import vocabulary as words
from graph.curation.candidates import Name
from graph.twins.names import ADDRESSES, TITLES

if TYPE_CHECKING:
    from spacy.tokens import Token

DROPPED_FIRST = frozenset({"a", "an", "the", "my", "our", "his", "her", "its", "their", "some", "any", "your", "this"})
PASSING_ADVERBS = nouns.words_of(  # "learning German now": when, not what
    "now currently too lately already again anymore today tomorrow yesterday tonight recently also though once still "
    "always sometimes usually often"
)
LONGEST_NAME = 5  # words; a longer phrase is a plain value
TYPES = {
    "PERSON": words.PERSON,
    "GPE": words.PLACE,
    "LOC": words.PLACE,
    "FAC": words.PLACE,
    "ORG": words.ORGANISATION,
    "LANGUAGE": words.LANGUAGE,
    "WORK_OF_ART": words.WORK,
    "EVENT": words.EVENT,
}
_EACH = frozenset({"a", "an", "per", "each", "every"})
LONGEST_TITLE = 120  # characters
_NAMED = frozenset({words.PERSON, words.PLACE})
_NO_NAMES = frozenset({"DATE", "TIME", "CARDINAL", "MONEY", "QUANTITY", "ORDINAL", "PERCENT"})
_EVERY = frozenset({"hourly", "daily", "nightly", "weekly", "monthly", "quarterly", "yearly", "annually"})
_YOU = frozenset({"u", "ya", "yall", "y'all"})
_EMAIL = re.compile(r"[^\s@]+@[^\s@]+\.\w+")


@dataclass(frozen=True, slots=True)
class Object:
    """What a statement says of its subject: a thing by name, or a literal with its type."""

    name: Name | None = None
    value: str | None = None
    value_type: str = "string"


def phrase(token: Token) -> str:
    """The phrase of `token` without articles, owners and clauses: "my old friend, who" -> "old friend"."""
    kept = sorted(kept_words(token), key=lambda one: one.i)
    role = role_before(token)
    if role is not None:
        kept = [one for one in kept if one.i > role.i]
    if token.dep_ == "poss":  # "Anna's": the name without its ending
        kept = [one for one in kept if one.dep_ != "case" or one.head != token]
    while kept and kept[0].lower_ in DROPPED_FIRST and len(kept) > 1:
        kept = kept[1:]
    kept = kept[len(of_kind(token, kept)) :]
    while len(kept) > 1 and kept[-1] != token and kept[-1].lower_ in PASSING_ADVERBS:
        kept = kept[:-1]
    if not kept:
        return ""
    first, last = kept[0], to_its_end(kept[-1])
    first = first.nbor(-1) if follows_letter(first) else first
    if quoted := _quoted(first):
        return quoted
    text = token.doc[first.i : last.i + 1].text
    text = re.sub(r"\s\d{1,3}(?:,\d{3})+$", "", text) if is_proper(token) else text  # "Kelet 265,000"
    text = re.split(r"\s[\"“]", text)[0] if is_proper(token) else text  # "Giannis “Yanni” Pappas": called that besides
    apart = r"\s[-–—]+(?:\s|$)" + (r"|\sbut\s" if is_proper(token) else "")  # "The Martian but hated Dune"
    before, *behind = re.split(apart, text)
    if behind:  # "learning German now - tough", of which the parser makes one phrase
        before = re.sub(rf"\s(?:{'|'.join(PASSING_ADVERBS)})$", "", before)
    return before.strip(" \"'“”.,;:!")


def whole(token: Token) -> str:
    """`token` with all that hangs on it, as it stands there: "the end of March"."""
    return token.doc[token.left_edge.i : token.right_edge.i + 1].text


def _quoted(first: Token) -> str:
    """All that stands in the quotation marks that open right before: a title, "Alarms that people don't ignore"."""
    if first.i == first.sent.start or first.nbor(-1).text not in {'"', "“"}:
        return ""
    within = first.doc.text[first.idx : first.sent.end_char]
    ends = re.search(r"[\"”]", within[:LONGEST_TITLE])
    return within[: ends.start()].strip(" ,;.") if ends is not None else ""


def role_before(name: Token) -> Token | None:
    """ "niece" in "my niece Eva" where the parser took it for a part of the name."""
    if not any(child.dep_ == "poss" for child in name.children) or name.lower_ in nouns.COUNTED_BY:
        return None
    roles = role_words.ROLES.keys() | role_words.PETS
    if name.lower_ in role_words.PETS:  # "our oldest hen" is no child of ours
        roles -= {"oldest", "eldest", "youngest"}
    return next((one for one in name.children if one.dep_ in {"compound", "nmod"} and one.lower_ in roles), None)


def _with_somebody(token: Token) -> bool:
    """ "Lunch with Sofia": what was done, and nobody."""
    return token.tag_ == "NN" and token.i + 1 < len(token.doc) and token.nbor(1).lower_ == "with"


def is_naming(verb: Token) -> bool:
    """Whether it gives a name to the noun before it: "a beagle called Pastel, who is four"."""
    return verb.dep_ == "acl" and verb.lower_ in {"called", "named"}


def is_proper(token: Token) -> bool:
    """Whether `token` heads a name: tagged as one, or written like one inside a sentence."""
    if token.tag_ == "PRP" or token.lower_ in _YOU | _EVERY or token.like_num or token.ent_type_ in _NO_NAMES:
        return False
    if token.like_email:
        return False
    if token.tag_ in {"NNP", "NNPS"} or (token.ent_type_ == "GPE" and token.tag_ in {"NN", "NNS"}):
        return True  # "i'm from naples", which the tagger takes for several of something
    if not token.text[:1].isupper() or token.text == "I":
        return False
    inside = token.i > token.sent.start and token.dep_ in {"attr", "oprd", "appos", "pobj", "dobj"}
    if token.ent_type_ == "PERSON" and (token.dep_ == "acomp" or token.i > token.sent.start):
        return True  # "I'm Rob"; "I met Odile", which the tagger takes for an adverb
    if token.i == token.sent.start and (token.tag_ == "NNS" or token.lower_.endswith("ing") or _with_somebody(token)):
        return False  # "Setbacks are ...", "Dancing is ...": any word begins a sentence so
    return token.pos_ == "NOUN" or (  # "My dad's name is Olaf", which the tagger takes for an adjective
        inside and token.pos_ in {"ADJ", "VERB", "ADV", "X"} and token.ent_type_ not in {"NORP", "LANGUAGE"}
    )


def type_of(token: Token, otherwise: str) -> str:
    """The entity type that the named-entity recogniser gives, else `otherwise`."""
    before = [child for child in token.children if child.dep_ == "compound"]
    if token.text in nouns.FIRMS and before:
        return words.ORGANISATION
    if before and before[0].text == "Project":
        return words.PROJECT
    return TYPES.get(token.ent_type_, otherwise)


def is_date(token: Token) -> bool:
    return token.ent_type_ in {"DATE", "TIME"} or (token.like_num and len(token.text) == 4 and token.text.isdigit())


def is_measure(token: Token) -> bool:
    """A number, an amount, a date, or something counted."""
    return (
        is_date(token)
        or token.like_num
        or token.ent_type_ in {"MONEY", "QUANTITY", "PERCENT", "CARDINAL"}
        or any(child.dep_ == "nummod" for child in token.children)
        or (token.lemma_.lower() in nouns.CURRENCIES and any(child.text[:1].isdigit() for child in token.children))
    )


def thing(token: Token, expected: str) -> Object | None:
    """The object of a verb: an entity, or a plain value when it is a measure or long; None for a pronoun."""
    text = phrase(token)
    if token.pos_ == "PRON" or token.tag_ in {"WP", "WDT", "DT", "EX"} or not any(one.isalnum() for one in text):
        return None
    if is_measure(token) and not is_proper(token):
        return literal(token)
    if len(text.split()) > LONGEST_NAME:
        return Object(value=text)
    return Object(name=Name(text, words.PERSON if expected == words.CONCEPT and _is_addressed(token) else expected))


def _is_addressed(name: Token) -> bool:
    """ "Mr. Brandt", "Dr. Silva"."""
    return any(child.dep_ == "compound" and child.lower_.rstrip(".") in TITLES | ADDRESSES for child in name.children)


def literal(token: Token) -> Object:
    """The phrase as a plain value; a bare number is typed as one."""
    text = phrase(token)
    digits = number(token)
    before = token.doc[max(token.sent.start, token.i - 2) : token.i]
    if len(before) == 2 and before[0].like_num and before[1].lower_ == "over":
        return Object(value=token.doc[token.i - 2 : token.i + 1].text)  # a blood pressure, "120 over 80"
    if len(digits.split()) > 2 or "-" in digits:
        text = digits
    elif is_date(token):
        text = _whole_entity(token) or text
    if text.endswith(token.text):
        text += _rate(token)
    if re.fullmatch(r"[1-9]\d*(?:\.\d+)?", text) and not (len(text) == 4 and is_date(token)):
        return Object(value=text, value_type="number")
    return Object(value=text)


def _rate(counted: Token) -> str:
    """ " a month" of "20 hours a month": what it is counted by."""
    beside = [one for one in counted.rights if one.dep_ == "npadvmod" and one.i == counted.i + 2]
    return f" {beside[0].nbor(-1).text} {beside[0].text}" if beside and beside[0].nbor(-1).lower_ in _EACH else ""


def number(token: Token) -> str:
    """ "0470 12 34 56", "555-0199": the run of numbers that this is of, with what is hyphened to it; else ""."""
    if not token.like_num:
        return ""
    first = last = token
    while first.like_num and first.i > token.sent.start and first.nbor(-1).like_num:
        first = first.nbor(-1)
    while last.i + 1 < token.sent.end and last.nbor(1).like_num:
        last = last.nbor(1)
    while last.i + 2 < token.sent.end and not last.whitespace_ and last.nbor(1).text == "-" and last.nbor(2).is_digit:
        last = last.nbor(2)
    return token.doc[first.i : last.i + 1].text


def attribute(token: Token, of: str = "") -> Object | None:
    """What "X's Y is ..." gives: a name as an entity, anything else as a plain value; `of` is the Y."""
    text = phrase(token)
    if token.pos_ == "PRON" or not any(one.isalnum() for one in text):
        return None
    if is_proper(token) and of in nouns.COUNTED_BY and any(one.isdigit() for one in text):
        return Object(value=text)  # "BE 0712.345.678"
    if is_proper(token) and not _EMAIL.fullmatch(text) and len(text.split()) <= LONGEST_NAME:
        one_of_many = any(child.lower_ in {"a", "an"} for child in token.children)  # "a Skoda Yeti" is nobody
        kind = words.CONCEPT if one_of_many else type_of(token, words.CONCEPT)
        kind = words.CONCEPT if of in nouns.TASTED else kind  # "my favourite meal is jollof" is nobody
        kind = words.ORGANISATION if of in nouns.INSTITUTIONS else kind if kind in _NAMED else words.CONCEPT
        return Object(name=Name(text, kind))
    return literal(token)


def _whole_entity(token: Token) -> str:
    for entity in token.sent.ents:
        if entity.start <= token.i < entity.end:
            return entity.text
    return ""


def title(first: Token) -> str:
    """The run of capitalised words that begins with `first`: "Lord of the Rings", not "Radiohead and I play".

    A comma is part of it where such words alone end the sentence: "Paris, Texas".
    """
    last = first
    for token in first.sent[first.i - first.sent.start :]:
        if token.lower_ in {"i", "we", "he", "she", "they"}:
            break
        if token.text[:1].isupper() or token.like_num:
            last = token
        elif token.lower_ not in {"of", "the", "and", "in", "a", "to", "'s", "-"}:
            break
    rest = first.doc[last.i + 1 : first.sent.end]
    after = [one for one in rest if not one.is_punct]
    if after and rest[0].text == "," and all(one.text[:1].isupper() for one in after):
        last = after[-1]
    return first.doc[first.i : last.i + 1].text


def slug(text: str) -> str:
    """A phrase as a predicate: "favourite colour" -> "favourite_colour"."""
    return re.sub(r"[^\w]+", "_", text.casefold()).strip("_")[:60]
