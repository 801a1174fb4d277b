"""What a question asks for: whom it is about, which relations lead there, and which predicates would answer it."""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import NamedTuple

from assistant.extraction.words.role_words import PETS
from assistant.question.asked import BEING, BESIDE, DOING, GROUPS, MEMBERS, PARTICULAR, PLACES, TIMES
from assistant.question.questions import WORD
from assistant.question.walked import RELATIONS
from graph.retrieval.question.words import content_stems

_SELF = re.compile(
    r"\b(?:i|(?<!tell )(?<!show )(?<!give )(?<!remind )(?:me|us)|my|mine|myself|we|our|ours|(?:i|we)['’](?:m|ve|re))\b",
    re.IGNORECASE,
)
# "What does Viktor owe me?" is about him; of a role, "my boss", one's own is asked.
_DONE_TO_ME = re.compile(
    r"(?<=oes |did |Did )[A-ZÀ-ÞĀ-Ž]\w+(?: [A-ZÀ-ÞĀ-Ž]\w+)* [a-z]+ (?:me|us)\b|\b[Ww]ho [a-z]+ (?:me|us)\b"
)
_WHO_OR_WHAT = re.compile(r"\b(?:who(?:['’]s| is| are| was| am)|what (?:is|are|was) [^?]{1,60}\?*$)", re.IGNORECASE)
_TELLING = re.compile(
    r"\b(?:tell me (?:more |all |everything )?about|everything about|describe|summari[sz]e"
    r"|what (?:else )?(?:do|did) (?:you|i) (?:know|have|say) (?:about|on|of))\b",
    re.IGNORECASE,
)
_DOES = re.compile(r"\bwhat (?:do|does|did) .{1,60}?(?<! to) do\b(?: for (?:a living|work))?\W*$", re.IGNORECASE)
# "What's Tom's number?": by which somebody is reached; not "the dentist's policy number".
_NUMBER_OF = re.compile(r"(?:['’]s|s['’]|\b(?:his|her|their)) number\W*$", re.IGNORECASE)
_REACHED_BY = ("phone", "number", "phone_number")
_REACH = re.compile(
    r"\bhow (?:can|do|could|should) (?:i|we) (?:reach|contact|get hold of|write to|get in touch with)\b", re.IGNORECASE
)
_WORKING_ON = re.compile(r"\bwork(?:s|ing)? on(?: (?:now|at the moment|currently|right now|next))?\W*$", re.IGNORECASE)
# "Where can I see the Silent Harvest?": where it is, whoever asks.
_SEEN_AT = re.compile(
    r"\bwhere (?:can|could|do|should) (?:i|we|you|one) (?:go to see|see|find|visit|look at) (?=(?-i:[A-ZÀ-ÞĀ-Ž])|the )",
    re.IGNORECASE,
)
_WRITTEN_TO = ("email", "email_address")
# "Who is in my team?", "who is on Heron now?" asks for people, and not for what it is called or uses.
_WHO_IS_IN = re.compile(
    r"\bwho(?:['’]s| is| are| else is)? (?:all |still )?(?:(?:in|on) (?:my|our|the) (?:[\w-]+ )?(?:team|squad|crew)\b"
    r"|on (?:the )?(?-i:[A-ZÀ-ÞĀ-Ž]))",
    re.IGNORECASE,
)
# "How many are we in the team?" counts people, too.
_ARE_WE = re.compile(r"\bhow many (?:people )?(?:are|were) we\b|\bhow many of us\b", re.IGNORECASE)
# Of a clause behind it, who is named there only says when: "what did Marit do after Anders died?" is asked of Marit.
_DID_THEN = re.compile(
    r"(?P<asked>\bwhat did .{1,60}? do)(?= (?:after|before|while|until)"
    r" (?:(?-i:[A-ZÀ-ÞĀ-Ž][\w'’-]+)|i|he|she|they|we|it|(?:my|his|her|their|our) [a-z]+) \w)[^?]*(?=\?*\s*$)",
    re.IGNORECASE,
)
# "How long was my commute before I moved?": what is named there only says when, too.
_WHILE = re.compile(
    r"(?<=\w)(?<!\bknow)(?<!\bme)(?<!\bremember)(?<!\btold)(?<!\bsay)(?<!\bsaid)(?<!\bforgot)(?<!\bsure)(?<!\bask)"
    r" (?:before|after|while|until|when|once|since) (?:i|we|you|he|she|they|it|(?:my|his|her|their|our) [a-z]+)"
    r"(?:['’]\w+)? [a-z][^?]*(?=\W*$)",
    re.IGNORECASE,
)
# "When is Dev back?": of somebody, who is on leave until then.
_IS_BACK = re.compile(
    r"\bwhen(?:['’]s| is| will| does) (?!(?:i|we|you|it|they)\b)[^?]{1,40}? (?:be |come |get )?(?:back|return)"
    r"(?: (?:at|to) work| from (?:\w+ )?leave)?\W*$",
    re.IGNORECASE,
)
# "What can't she eat?", "what do I not like?": what is asked for is the contrary; "don't you know" is none.
DENIED = re.compile(
    r"\b(?:can|do|does|did|should|must|may|would|will|could|wo|ca)(?:n['’]?t|nt)\b(?! (?:you|we) know)"
    r"|\b(?:cannot|not|never)\b(?! (?:you )?know)",
    re.IGNORECASE,
)
_NAME = re.compile(r"\b(?:names?|called)\b", re.IGNORECASE)
# "Can you name a film by her?" asks for no name of anything.
_NAME_ONE = re.compile(
    r"^((?:please )?(?:(?:can|could|would|will) you )?(?:please )?)name (?=(?:me )?(?:an?|some|any|all|two|three)\b)",
    re.IGNORECASE,
)
_KEEN = re.compile(
    r"(?:is|are|am|['’]s) (?P<who>[\w'’ -]{1,40}?)"
    r" (?:(?:really )?into|(?:mad|crazy|nuts) about|keen on|fond of)(?=\W*$)",
    re.IGNORECASE,
)
# What "avoid" says in two words: "stay away from", "watch out for".
_AVOID = re.compile(
    r"\b(?:(?:stay|keep|steer|be|am|are|is) (?:away|clear|wary)|(?:watch|look) out)\b(?= (?:from|of|for)\b)",
    re.IGNORECASE,
)
_FOR_ME = re.compile(r"\bwho (?:all |else )?works? for (?:me|us)\b", re.IGNORECASE)
# "What would I like to learn?" asks for no tastes, "how do I get to work?" and "what if it doesn't work?" for no
# employer, "what does he want for his birthday?" for no day, and an e-mail address for no street.
_MEANT_OTHERWISE = re.compile(
    r"(?P<wish>\b(?:would (?:\w+ ){1,3}like|(?:would|['’]d) like)(?= to\b))"
    r"|\b(?:get|travel|commute|go|come|cycle|walk|drive|bike|ride)(?: \w+)? to work\b"
    r"|\b(?:if|when|because|that|why) [\w'’ ]{2,40}? (?:doesn['’]?t|does not|don['’]?t|won['’]?t|stops?) work(?:ing)?\b"
    r"|\b(?:be|stay|at|come|get|got|go|gone|am|is|are|was|were|back|way) home\b"
    r"|(?<=\bour )stand\b|(?<=\bmy )stand\b|(?<=\bthe )stand\b"  # at a fair
    r"|\bwork(?= (?:permits?|visas?|contracts?|shoes|clothes|boots|phone|laptop|bench|top|council|schedule|shift)\b)"
    r"|\bjob(?= (?:offers?|interviews?|applications?|adverts?|ads?|hunt|search)\b)"
    r"|(?<=mail )address(?:es)?\b|(?<=\bweb )address(?:es)?\b|(?<=\bip )address(?:es)?\b"
    r"|(?<=\bfor )(?:my|our|his|her|their|\w+['’]s?) birthday\b"
    r"|(?P<got>\b(?:buy|bought|get|got|have|borrow|order|hear|take|rent|receive|learn)\b[^?]*)\bfrom\b",
    re.IGNORECASE,
)
# What somebody wants for a day is not the day.
_FOR_DAY = re.compile(
    r"\b(want|like|get|buy|give|need)(\b[^?]*?) for (?:\w+['’]?s?|(?:my|our|his|her|their)) birthday\b", re.IGNORECASE
)
_WHAT_DAY = re.compile(r"\b(?:what|which) (?:year|day|date|month)\b", re.IGNORECASE)
_LIVING = re.compile(r"\bfor a living\b", re.IGNORECASE)
_GETS = re.compile(r"\b(how (?:do|did|can|should|will|could) (?:i|we)) (?:get|go|travel|come)\b", re.IGNORECASE)
_COMES_FROM = re.compile(r"\b(?:come|comes|came|coming) from\b", re.IGNORECASE)
# "How much is the property tax?" asks what it is.
_HOW_MUCH_IS = re.compile(r"\bhow much (?:is|are|was|were) (?:the|my|our|his|her|their)\b", re.IGNORECASE)
# "Is Balu a dog?": of whatever kind it is, nobody asks for a dog of theirs.
_IS_ONE = re.compile(
    r"^(?:(?:and|so|but)[\s,]+)?(?:is|are|am|was|were) (?P<who>[^?,]{1,60}?) an? [\w -]+\W*$", re.IGNORECASE
)
WITH_WHOM = re.compile(
    r"\bwith whom\b|\bwho(?:m|['’]s)?\b.*\bwith\W*$|\bwho (?:else )?\w+s with (?:me|us)\b", re.IGNORECASE
)


@dataclass(frozen=True, slots=True)
class Focus:
    """`relations` are the roles named, in order; `predicates` answer it, best first; `stems` are its content words."""

    about_self: bool
    relations: tuple[frozenset[str], ...]
    predicates: tuple[str, ...]
    stems: frozenset[str]
    general: bool
    name: bool
    guessed: bool = False  # only "where" or "when" tells the predicates
    loose: frozenset[str] = frozenset()  # of the predicates those that only hint at the answer
    kinds: frozenset[str] = frozenset()  # of pets: "my dog"
    telling: bool = False  # "what do you know about my mum": all of whom the relations lead to, not who it is


class Widened(NamedTuple):
    """What is searched for: a question with the words that were put beside its own."""

    query: str
    beside: tuple[str, ...] = ()


def widened(question: str) -> Widened:
    """The question, and behind its mark the particular words of the general ones that it has."""
    general = _words(_plainly(question))
    particular = dict.fromkeys(word for one in general for word in PARTICULAR.get(one, "").split())
    more = tuple(word for word in particular if word not in general)
    return Widened(f"{question.rstrip(' ?.')}? {' '.join(more)}", more) if more else Widened(question)


def of_whom(question: str) -> str:
    """The part of a question that names of whom it is asked: who is named in a clause of time only says when."""
    return _DID_THEN.sub(r"\g<asked>", question)


def _plainly(question: str) -> str:
    """The question with the plain word for what it asks: "what is she into?" by what she likes."""
    question = _NAME_ONE.sub(r"\1tell ", question.strip())
    question = _SEEN_AT.sub("where is ", question)
    return _KEEN.sub(r"\g<who> likes", _AVOID.sub("avoid", question))


def _words(question: str) -> list[str]:
    return [word.casefold() for word in WORD.findall(question)]


def focus(question: str) -> Focus:
    """Read a question by its words."""
    question = _FOR_ME.sub("who are my employees", _plainly(question))
    asked = _WHILE.sub("", question)
    words = _words(_MEANT_OTHERWISE.sub(lambda said: "wish" if said["wish"] else said["got"] or "", asked))
    narrow = next((word for word in words if word in {"where", "when", "what", "which"}), "")
    narrow = "who" if not narrow and words[:1] == ["who"] else narrow
    narrow = "how" if not narrow and words[:1] == ["how"] and words[1:2] in (["did"], ["does"], ["do"]) else narrow
    narrow = "when" if narrow in {"what", "which"} and _WHAT_DAY.search(question) else narrow
    narrow = "company" if WITH_WHOM.search(question) else narrow
    name = _NAME.search(question) is not None
    narrow = "where" if name and not {"company", "firm", "employer"}.isdisjoint(words) else narrow  # one works there
    denied = DENIED.search(question) is not None
    telling = _TELLING.search(question) is not None
    relations = tuple(RELATIONS[key] for word in words if (key := _singular(word)) in RELATIONS)
    general = telling or any(form.search(question) for form in (_WHO_OR_WHAT, _HOW_MUCH_IS))
    predicates: dict[str, None] = {}
    firm: set[str] = set()
    for group in GROUPS:
        if set(words) & set(group.words.split()):
            narrowed = (denied and group.denied) or getattr(group, narrow, "") or group.predicates
            predicates |= dict.fromkeys(narrowed.split())
            firm |= set(narrowed.split()) - set(group.loose.split())
    if _DOES.search(of_whom(question)):
        predicates = dict.fromkeys(DOING.split())
        firm = set(DOING.split())
    if _IS_BACK.search(question):
        predicates, firm = {"is": None}, {"is"}
    if not predicates and _NUMBER_OF.search(question):
        predicates, firm = dict.fromkeys(_REACHED_BY), set(_REACHED_BY)
    if _WORKING_ON.search(question):  # not what one works as
        predicates, firm = {"works_on": None}, {"works_on"}
    if _REACH.search(question):
        predicates, firm = dict.fromkeys((*_REACHED_BY, *_WRITTEN_TO)), {*_REACHED_BY, *_WRITTEN_TO}
    if _WHO_IS_IN.search(question):
        predicates, firm = dict.fromkeys(MEMBERS.split()), set(MEMBERS.split())
        general = False
    if _ARE_WE.search(question):
        predicates, firm = dict.fromkeys(BESIDE.split()), set(BESIDE.split())
    is_one = _IS_ONE.match(question.strip())
    if is_one:
        predicates, firm = dict.fromkeys(BEING), set(BEING)
        relations = relations[: sum(_singular(word) in RELATIONS for word in _words(is_one["who"]))]
    guessed = not predicates and not name and narrow in {"where", "when"}
    if guessed:
        predicates = dict.fromkeys((PLACES if narrow == "where" else TIMES).split())
    return Focus(
        about_self=_SELF.search(_DONE_TO_ME.sub("", question)) is not None,
        relations=relations,
        predicates=tuple(predicates),
        stems=content_stems(_said_in(question)),
        general=general,
        name=name,
        telling=telling,
        guessed=guessed,
        loose=frozenset() if guessed else frozenset(predicates.keys() - firm),
        kinds=frozenset() if is_one else frozenset(word.removesuffix("s") for word in words) & PETS - {"pet"},
    )


def _said_in(question: str) -> str:
    """The question without the words in it that are not what they are elsewhere."""
    plain = _GETS.sub(r"\1", _LIVING.sub("", _FOR_DAY.sub(r"\1\2", question)))
    return _HOW_MUCH_IS.sub("", _COMES_FROM.sub("from", plain))


def _singular(word: str) -> str:
    return word if word in RELATIONS else word.removesuffix("s")
