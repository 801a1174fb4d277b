"""What is typed in haste, as the parser knows it and at the same length: names that the words around them give away."""

from __future__ import annotations

import re

from assistant.extraction.parsing.parse import dictionary, known_words
from assistant.extraction.words.dates import MONTHS
from assistant.extraction.words.nouns import words_of
from assistant.extraction.words.role_words import PETS, ROLES
from assistant.extraction.words.vocabulary import ACTIONS

_TITLED = re.compile(r"\b(?P<title>mr|mrs|ms|miss|dr|prof)(?P<dot>\.?) (?P<name>[a-z][\w'’-]+)")
_DOES = sorted({f"{verb}s" for verb, _ in ACTIONS} | {"loves", "hates", "teaches", "studies", "goes", "wants"})
# "called zara, ibrahim and nour", "a dog named rex": what is called, is called a name; not "my aunt called".
_CALLED = re.compile(
    r"(?P<lead>(?:\b(?:is|are|was|were)|['’]s|\b(?:he|she)s|\b(?:an?|another|one|two|three|\d) (?:[\w-]+ ){1,3}?) ?"
    r"(?:called|named)|\b(?:called|named) (?:him|her|it|them)) "
    r"(?P<names>[a-z][\w'’-]+(?:, [a-z][\w'’-]+)*(?:,? (?:and|&) [a-z][\w'’-]+(?=\s*(?:[.,;:!?()\n]|$)))?)"
    r"(?=\s*(?:[.,;:!?()\n]|$|\b(?:and|but|who|which|that|he|she|they|we|is|in|from|because|so|at|on|with|of)\b))"
)
_NO_NAME = words_of(
    "a an the my our his her their your its this that these those me you him it us them he she we they i im hes shes "
    "off out in on by back for over "
    "up to from at as and but who what when where after because something someone today yesterday tomorrow later again"
)
_BESIDE = words_of(  # what else stands between "my sister" and "is"
    "also still just now never always often sometimes usually already here there too once only then even and or not "
    "is was has had will both all himself herself themselves actually company school house home team phone number name "
    "birthday job car work place dog cat food friend colleague tongue figure group side ship country city board "
    "walker sitter breeder owner lover person people bed bowl collar litter lead tag toy show shower care carriage "
    "training loan debt trip base contract fees office surgery practice appointment visit"
)
# "Ugh, my sister ...", "Reminder: mum's birthday ...": called out or put above, before the sentence begins.
_OPENING = re.compile(
    r"(?:\A|(?<=[.!?\n]))\s*(?:(?:ugh+|argh+|aw+|oo+h|oh|ah|wow|yay+|phew|omg|jeez|gosh|damn|ha(?:ha)*|yikes|whoa|hmm+|well"
    r"|hey|hi|hello|yo|ok(?:ay)? so|so)[\s,!.…]+"
    r"|(?:reminder|note to self|note|update|p\.?s\.?|fun fact|heads up|news)\s*:)\s*"
    r"(?=(?:my|our|mum|dad|the|i|i['’]?m|we|he|she|\w+['’]s)\b)",
    re.IGNORECASE,
)


# "Could you remember that ...?" tells, for all its question mark.
_BIDDING = re.compile(
    r"(?:\A|(?<=[.!?\n]))\s*(?:hey,? |please,? )?(?:can|could|would|will) (?:you|u) (?:please |pls |plz )?"
    r"(?:remember|note|keep in mind|make a note)(?: (?:down|for me))? that (?P<told>[^?\n]+)(?P<mark>\?+)",
    re.IGNORECASE,
)


# "My nephew bilal is 9", "my nephew bilal is 9": between somebody's role and what they are or do there stands a name.
_ROLE = "|".join(sorted(map(re.escape, ROLES.keys() | PETS), key=len, reverse=True))
_OF_ROLE = re.compile(
    rf"(?P<lead>\b(?:[Mm]y|[Oo]ur|[Hh]is|[Hh]er|[Tt]heir) (?:{_ROLE})) (?P<name>[a-z][a-z'’-]+?)"
    rf"(?=['’]s | (?:(?:is|was|has|had|does)(?:n['’]?t)?|will|can(?:not|['’]?t)?|must|should|never|got|turned|turns"
    rf"|moved|started|and i|{'|'.join(_DOES)})\b)"
)

# Where a name may stand, a word that English does not have is one: "hey im joost, 27", "with my gf noor".
_END = r"(?=\s*(?:[.,;:!?()\n]|$|\b(?:and|but|who|in|at|on|from|to|for|with|yesterday|today|tomorrow|again)\b))"
_GREETING = r"(?:\A|[.!?\n])\s*(?:(?:hey|hi|hello|yo)[,!.]* )"
_I_AM = r"(?:[Ii] ?['’]?m|[Ii] am) "
_OWING = "owes?|owed|lent|paid|gave"
_ONES_OWN = "birthday|bday|number|phone|email|address|job|boss"
_STRANGERS = tuple(
    re.compile(pattern)
    for pattern in (
        rf"(?P<lead>{_GREETING}{_I_AM})(?P<name>[a-z]{{3,}}){_END}",
        rf"(?P<lead>(?:\A|[.!?\n])\s*{_I_AM})(?P<name>[a-z]{{3,}})(?=,? (?:\d{{2}}\b|from\b))",
        rf"(?P<lead>\b(?:[Mm]y|[Oo]ur) (?:{_ROLE}) )(?P<name>[a-z]{{3,}}){_END}",
        rf"(?P<lead>\b(?:{_OWING}) )(?P<name>[a-z]{{3,}})(?= (?:back )?(?:the )?[€£$]?\d)",
        rf"(?P<lead>\b(?:returned|repaid|{_OWING})\b[^.!?\n]{{0,30}}? to )(?P<name>[a-z]{{3,}}){_END}",
        rf"(?P<lead>(?:\A|[.!?,\n]|and)\s*)(?P<name>[a-z]{{3,}}s)(?= (?:{_ONES_OWN}) is)",
    )
)
# "Hey im Joost, 27, i live in Ghent": two sentences, of which the parser makes one.
_INTRODUCED = re.compile(rf"(?P<who>\b{_I_AM}[A-ZÀ-ÞĀ-Ž][\w'’-]+(?:, \d\d)?),(?= [iI]\b)")
# "my student id is 2015": where the tokenizer reads "I'd".
_IDENTITY = re.compile(
    r"(?P<whose>\b(?:[Mm]y|[Oo]ur|[Hh]is|[Hh]er|[Tt]heir) (?:[a-z]+ )?)id(?=:| (?:is|was|no|number|card)\b)"
)
# "born on 3 may", "since may": the parser knows months by their capitals; those that are other words too are months
# beside a day, or after what takes a time.
_PLAIN_MONTHS = "|".join(month for month in MONTHS if month not in {"may", "march"})
_DAY_BEFORE = r"(?:[12]?\d|3[01])(?:st|nd|rd|th)? (?:of )?"
_SHORT_MONTHS = "jan|feb|apr|jun|jul|aug|sept?|oct|nov|dec"
_MONTH = re.compile(
    rf"\b(?:{_DAY_BEFORE}|(?:in|since|until|till|last|next|this|every) )(?:may|march)"
    r"(?=\s*(?:[.,;:!?()\n]|$|(?:19|20)\d\d\b))"
    rf"|\b(?:{_DAY_BEFORE}|(?:in|since|until|till|last|next|this|every) )(?:{_PLAIN_MONTHS})\b"
    rf"|\b{_DAY_BEFORE}(?:{_SHORT_MONTHS})\b"
    rf"|\b(?:{_PLAIN_MONTHS}|{_SHORT_MONTHS})(?= (?:[12]?\d|3[01])(?:st|nd|rd|th)?\b)"
)


def spelled(text: str) -> str:
    """`text` with what opens a sentence blanked, and with the names in it written as names are."""
    for pattern in _STRANGERS:
        text = pattern.sub(_stranger, text)
    text = _OPENING.sub(lambda match: re.sub(r"[^\n]", " ", match.group()), text)
    text = _BIDDING.sub(_told, text)
    text = _TITLED.sub(lambda match: f"{match['title'].capitalize()}{match['dot']} {_name(match['name'])}", text)
    text = _IDENTITY.sub(lambda match: f"{match['whose']}ID", text)
    text = _MONTH.sub(lambda match: _name_last(match.group()), text)
    text = _OF_ROLE.sub(_of_role, text)
    text = _INTRODUCED.sub(lambda match: f"{match['who']}.", text)
    return _CALLED.sub(lambda match: f"{match['lead']} {_names(match['names'])}", text)


def _name_last(words: str) -> str:
    """ "3 May" of "3 may"."""
    before, gap, last = words.rpartition(" ")
    return before + gap + _name(last)


def _of_role(match: re.Match[str]) -> str:
    """Not "my sister also is", "my sister company has", "My mother tongue is"."""
    word = match["name"]
    none = word in _NO_NAME | _BESIDE or word in ROLES or word.endswith("ly")
    return match.group() if none else f"{match['lead']} {_name(word)}"


def _stranger(match: re.Match[str]) -> str:
    """The name with its capital, if no dictionary has the word as it is or inflected."""
    word = match["name"]
    bases = {word, *(word.removesuffix(ending) for ending in ("s", "es", "ed", "d", "ing", "y", "er", "ie"))}
    none = bases & (dictionary() | known_words()) or word in _NO_NAME | _BESIDE or word.endswith("ly")
    return match.group() if none else f"{match['lead']}{_name(word)}"


def _told(request: re.Match[str]) -> str:
    before = request.start("told") - request.start()
    return " " * before + request["told"] + "." * len(request["mark"])


def _names(words: str) -> str:
    """Every word of "zara, ibrahim and nour" up to the first that is no name."""
    parts = re.split(r"(,? (?:and|&) |, )", words)
    for place in range(0, len(parts), 2):
        if re.split("['’]", parts[place])[0] in _NO_NAME:
            break
        parts[place] = _name(parts[place])
    return "".join(parts)


def _name(word: str) -> str:
    return word[:1].upper() + word[1:]
