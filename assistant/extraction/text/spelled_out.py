"""A message with its short forms spelled out: "mum's from Cork" says "my mum is from Cork", "Job: nurse" that it is."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from assistant.extraction.parsing.parse import known_words
from assistant.extraction.text.misspelt import kin_meant
from assistant.extraction.words import nouns, role_words
from assistant.extraction.words import vocabulary as words

if TYPE_CHECKING:
    from spacy.tokens import Doc, Token

_KIN = frozenset(role_words.ROLES) - nouns.words_of("friend mate pal partner child kid student client coach assistant")
_GENDERED = role_words.FEMALE | role_words.MALE
_ABOUT_ONESELF = nouns.words_of(
    "name surname nickname birthday anniversary email e-mail address phone mobile number job occupation profession "
    "employer hometown pronouns timezone"
)
_NEAREST = nouns.words_of(
    "daughter son husband wife brother girlfriend boyfriend grandson granddaughter nephew niece"
)  # "Sister Agnes" is a nun
_REACHED_BY = nouns.words_of("email e-mail address phone mobile number")
# After these "'s" is "is", whatever follows: nobody's "from", nobody's "allergic".
_THEN_IS = nouns.words_of("a an the my our from in on at not now called named also still just really very both")
_IN_LAW = re.compile(r"[ -]in[ -]law\b")
_FORMER = re.compile(r"\bex[ -]$")
_NEW = re.compile(  # "my dentist retired, the new one is called Maria"
    r"\b(?:my|our) (?P<role>[\w-]+)(?: has| have)?(?: just)? (?:retired|left|moved|quit|resigned|died|changed)\b"
    r"[^.!?]*?[,;.] (?:and )?(?P<one>(?:the|my|our) new one)(?= is\b|['’]s\b)",
    re.IGNORECASE,
)
_EX = re.compile(
    r"\bex-(?=(?:boss|manager|colleague|flatmate|roommate|neighbour|neighbor|teacher|landlord|coach)\b)", re.I
)
_FORM = re.compile(
    r"(?:^|(?<=\n))[ \t•*-]*(?P<head>(?P<mine>my )?(?:fav(?:ou?rite|e)? \w+|name|job|birthday|birth date"
    r"|date of birth|email|address|(?:new )?(?:phone|mobile)(?: number)?|occupation|profession|employer|hometown"
    r"|city|pronouns|time ?zone|diet))(?P<sign>:)(?= \S)",
    re.IGNORECASE,
)


_OWN = re.compile(r"\bmy own (?P<many>two|three|four)(?=, [A-ZÀ-ÞĀ-Ž])", re.IGNORECASE)  # whose class one teaches
_SHARING = re.compile(r"^(?:Flat|House|Room)mates(?=: [A-ZÀ-ÞĀ-Ž])", re.MULTILINE)  # of other people a list may be
_SHARED = re.compile(  # "I share a flat with Saskia"
    r"\b(?P<says>shares? (?:an?|the|my|our|this|that) (?:[\w-]+ ){0,2}?(?:flat|apartment|house|room|place|dorm))"
    r"(?= with\b)",
    re.IGNORECASE,
)


@dataclass(frozen=True, slots=True)
class Change:
    """`length` characters at `place` become `words`."""

    place: int
    length: int
    words: str


def spelled_out(doc: Doc) -> list[Change]:
    """What to write in full, in order of place, so that the parser reads it as it was meant."""
    text = doc.text
    changes = list(_forms(text))
    changes += [Change(said.start(), len(said[0]), f"my {said['many']} children") for said in _OWN.finditer(text)]
    changes += [Change(said.start(), len(said[0]), f"My {said[0].lower()}") for said in _SHARING.finditer(text)]
    changes += [Change(said.start("one"), len(said["one"]), f"my new {said['role']}") for said in _NEW.finditer(text)]
    changes += [Change(said.start(), len(said.group()), "former ") for said in _EX.finditer(text)]
    for shared in _SHARED.finditer(text):
        live = "lives" if shared["says"].casefold().startswith("shares") else "live"
        changes.append(Change(shared.start(), len(shared["says"]), live))
    for token in doc:
        if token.lower_ in {"'s", "’s", "s"} and (said := _short_for(token)):
            changes.append(Change(token.idx, len(token.text), f" {said}"))
        if token.lower_ in {"'s", "’s"} and (owned := _owned_before(token)):
            changes.append(Change(token.idx + len(token.text), 0, f" {owned}"))
        if token.lower_ == "m" and token.i and token.nbor(-1).lower_ == "i" and not token.nbor(-1).whitespace_:
            changes.append(Change(token.idx, 0, "'"))  # "im Joost"
        if _lacks_apostrophe(token):
            changes.append(Change(token.idx + len(token.text) - 1, 0, "'"))
        if kin := kin_meant(token):
            changes.append(_kin(token, kin))
        if _opens_clause(token) and _lacks_owner(token):
            role = token.lower_ if token.lower_ in _NEAREST else token.text  # "Grandson Linus" is no name
            changes.append(Change(token.idx, len(token.text), f"{_of_whom(token)} {role}"))
    return sorted(changes, key=lambda one: one.place)


def _owned_before(mark: Token) -> str:
    """ "birthday" behind the second mark of "Ellen's birthday is 3 May and Piet's is 12 June"."""
    if mark.tag_ != "POS" or _word(mark, 1) not in {"is", "are", "was"}:
        return ""
    before = [one for one in mark.sent if one.i < mark.i and one.pos_ == "NOUN"]
    owned = [one for one in before if any(child.dep_ == "poss" for child in one.children) and _is_told_of(one)]
    kind = [one.text for one in owned[-1].lefts if one.dep_ == "compound"] if owned else []
    return " ".join([*kind, owned[-1].text]) if owned else ""


def _is_told_of(noun: Token) -> bool:
    return noun.dep_ in {"nsubj", "nsubjpass"} and _word(noun, 1) in {"is", "are", "was"}


def _lacks_apostrophe(token: Token) -> bool:
    """ "my moms name", "my sisters wedding", "zoes sister": several would not stand before what is one's."""
    owner = token.lower_.removesuffix("s")
    if token.text.istitle() and token.i + 1 < token.sent.end and token.nbor(1).lower_ in _ABOUT_ONESELF:
        known = known_words()  # "Noors birthday": a name, of which no word ends so
        return owner != token.lower_ and not owner.endswith("s") and token.lower_ not in known
    beside = token.dep_ == "compound" and token.head.i == token.i + 1
    if owner == token.lower_ or owner.endswith("s") or not beside or token.lower_ in role_words.GROUPS:
        return False
    mine = token.i > 0 and token.nbor(-1).lower_ in {"my", "our"}
    return (mine and owner in _KIN) or (not mine and token.head.lower_ in _GENDERED)


def _kin(token: Token, kin: str) -> Change:
    """ "brohter in law" is a brother-in-law, "ex wfie" an ex-wife."""
    end = token.idx + len(token.text)
    in_law = _IN_LAW.match(token.doc.text, end)
    former = _FORMER.search(token.doc.text, 0, token.idx)
    first = former.start() if former else token.idx
    word = f"ex-{kin}" if former else f"{kin}-in-law" if in_law else kin
    return Change(first, (in_law.end() if in_law else end) - first, word)


def _forms(text: str) -> Iterator[Change]:
    """ "Favourite food: ramen", a line of a form."""
    for match in _FORM.finditer(text):
        if not match["mine"]:
            yield Change(match.start("head"), 0, "my ")
        yield Change(match.start("sign"), 1, " is")
        end = text.find("\n", match.end())
        if end > 0 and text[end - 1].isalnum():
            yield Change(end, 0, ".")  # to the parser the next line would go on with this one


def _short_for(mark: Token) -> str:
    """ "is", "has" before "been", or nothing where it is the ending of an owner."""
    if (
        mark.i + 1 < mark.sent.end
        and mark.i
        and mark.nbor(1).lower_ == "been"
        and mark.nbor(-1).pos_ in {"PROPN", "NOUN"}
    ):
        return "has"
    return "is" if _is_short_for_is(mark) else ""


def _is_short_for_is(mark: Token) -> bool:
    """Whether the tagger took "is" for the ending of an owner."""
    if mark.i + 1 >= mark.sent.end or not mark.i:
        return False
    after, before = mark.nbor(1), mark.nbor(-1)
    if before.lower_ in nouns.DEGREES or _is_called_by_owner(before):
        return False  # "doing a master's in statistics"
    if before.text.istitle() and _tells_age(after):
        return True
    if mark.dep_ == "case" and mark.head == before and after.lower_ in {"my", "our", "her", "his"}:
        return True  # "Nina's my boss": nobody owns "my boss"
    if mark.dep_ == "case" and mark.head == before and after.lower_ in {"a", "an"}:
        return True  # "Luka's a biologist"
    if mark.tag_ != "POS":
        return mark.dep_ != "aux" and before.lower_ in _KIN and after.lower_ in _THEN_IS
    if after.lower_ in _THEN_IS or (after.lower_, _word(after, 1)) in words.STATES or after.lower_ in nouns.LASTING:
        return True
    if before.lower_ in _ABOUT_ONESELF or _is_favourite(before):
        return after.text[:1].isupper() or after.like_num
    return before.lower_ in _KIN and after.tag_ == "VBG" and after.dep_ not in {"amod", "compound"}


def _tells_age(number: Token) -> bool:
    """ "Ella's six, she starts school", "Ella's six years old": nothing counted stands behind it."""
    behind = _word(number, 1)
    ends = number.i + 1 == number.sent.end or behind in {",", ".", ";", "!", "and", "now", "already"}
    return number.like_num and (ends or (behind in {"years", "months"} and _word(number, 2) == "old"))


def _is_called_by_owner(name: Token) -> bool:
    """ "Our favourite restaurant is Nando's on High Street", "we met at Miller's in May", "diagnosed with Parkinson's
    in 2021": its verb stands before it."""
    is_told = name.dep_ == "attr" and name.i > name.head.i and name.head.lower_ in {"is", "was"}
    return name.tag_ == "NNP" and (is_told or (name.dep_ == "pobj" and name.head.lower_ in {"at", "to", "with"}))


def _is_favourite(noun: Token) -> bool:
    return noun.i > 0 and noun.nbor(-1).lower_ in nouns.FAVOURITE


def _lacks_owner(noun: Token) -> bool:
    """Whether a bare "mum" or "birthday" is the person's own: "mum lives in Cork", "Birthday is 3 May"."""
    if noun.text.isupper() or noun.sent[-1].text == "?":
        return False
    after = _word(noun, 1)
    named = noun.nbor(1) if noun.i + 1 < len(noun.doc) else noun
    if noun.lower_ in _NEAREST and noun.i == noun.sent.start and named.text.istitle() and named.tag_ == "NNP":
        return True  # "Daughter Bianca wants a horse"
    if noun.lower_ in _KIN:
        if noun.lower_ in role_words.KIN_TITLES and noun.i + 1 < len(noun.doc) and noun.nbor(1).text[:1].isupper():
            return False  # "Grandma Wilma" is a name
        return after in {"'s", "’s", "is", "and", "has", "was"} or _is_verb_like(noun)
    return noun.lower_ in _ABOUT_ONESELF and after in {"'s", "’s", "is"} and not _is_of_other(noun)


def _is_of_other(noun: Token) -> bool:
    """Whether its sentence tells of somebody before, by what they are: "an inspector comes on Friday, name is Bram"."""
    before = noun.sent[: noun.i - noun.sent.start]
    if any(one.ent_type_ == "PERSON" for one in before):
        return False  # whose number it is is told by the name
    subjects = (one for one in before if one.dep_ in {"nsubj", "nsubjpass"} and one.pos_ in {"NOUN", "PROPN"})
    return any(
        one.lower_ not in _ABOUT_ONESELF and not any(child.lower_ in {"my", "our"} for child in one.children)
        for one in subjects
    )


def _of_whom(noun: Token) -> str:
    """Whose it is: "my GP is Dr Burke, number is 01 845 2211" tells hers, a birthday by itself one's own."""
    people = [one for one in noun.sent[: noun.i - noun.sent.start] if one.ent_type_ == "PERSON"]
    named = [one for one in people if one.dep_ not in {"poss", "compound"}]
    if noun.lower_ not in _REACHED_BY or not named:
        return "my"
    return f"{noun.doc[named[-1].left_edge.i : named[-1].i + 1].text}'s"


def _is_verb_like(noun: Token) -> bool:
    """The tagger takes "lives" after a bare noun for a plural."""
    if noun.i + 1 >= noun.sent.end:
        return False
    verb = noun.nbor(1)
    stem = verb.lower_.removesuffix("s")
    known = any(stem == base for base, _ in words.ACTIONS) or stem in words.HABITS
    return verb.tag_ in {"VBZ", "VBD"} or (verb.lower_.endswith("s") and known)


def _opens_clause(token: Token) -> bool:
    """At the beginning of a sentence, or after a comma or "and" in one."""
    first = next((one for one in token.sent if one.is_alpha), token)
    return token == first or (token.i > 0 and token.nbor(-1).lower_ in {",", "and", ";", "but"})


def _word(token: Token, steps: int) -> str:
    at = token.i + steps
    return token.doc[at].lower_ if 0 <= at < len(token.doc) else ""
