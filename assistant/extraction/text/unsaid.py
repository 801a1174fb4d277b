"""A message with the words that people leave out put back: "moved to Porto" is said of oneself."""

from __future__ import annotations

import re
from bisect import bisect_right
from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from assistant.extraction.parts.subjects import SUBJECTS
from assistant.extraction.statements import is_question
from assistant.extraction.text.answered import made_whole
from assistant.extraction.text.one_by_one import one_by_one
from assistant.extraction.text.own_words import UNREAD
from assistant.extraction.text.run_on import run_on
from assistant.extraction.text.spelled_out import Change, spelled_out
from assistant.extraction.text.topics import told_of
from assistant.extraction.words import nouns
from assistant.extraction.words import vocabulary as words
from assistant.extraction.words.dates import EXPRESSION

if TYPE_CHECKING:
    from spacy.tokens import Doc, Span, Token

_OPENING = nouns.words_of("and so well ok okay hey hi hello yeah yes yep lol haha oh btw also fyi no")
_PLACED = frozenset({("live", "in"), ("work", "at"), ("work", "for"), ("work", "as"), ("study", "at")})
_LIKING = frozenset(
    verb for (verb, preposition), says in words.ACTIONS.items() if says.predicate in {"likes", "dislikes", "prefers"}
)
_MET = nouns.words_of("met saw rang called phoned texted emailed messaged visited interviewed hired")  # taken for names
_FAN = re.compile(r"(?:not |no longer )?(?:(?:a |an )?(?:\w+ )?fan of|into)\b", re.IGNORECASE)
# "Since May Bartosz lives ...": without its comma the parser takes Bartosz for a part of the date.
_UNREAD = re.compile(f"{UNREAD}+")
_FRONTED = re.compile(
    rf"(?:since|from|as of|until|in|on|after) (?:{EXPRESSION})(?= \w)|last \w+(?= I\b)", re.IGNORECASE
)


@dataclass(frozen=True, slots=True)
class Full:
    """`text` with what was left out, and where something was put in: (place in `text`, characters put in so far)."""

    text: str
    put_in: tuple[tuple[int, int], ...] = ()

    def original(self, place: int) -> int:
        """Where the character at `place` of `text` stands in the message as it was written."""
        at = bisect_right(self.put_in, (place, len(self.text))) - 1
        return place - (self.put_in[at][1] if at >= 0 else 0)


def in_full(doc: Doc, asked: str = "", about: str = "", *, stopped: bool = False) -> Full:
    """The text of `doc` with its unsaid words put in, its short forms spelled out and without what is not read.

    Half a sentence that answers `asked`, what the assistant had said, is made a whole one. What is written under the
    name `about` tells of whom it names. Where it is `stopped`, or half a sentence, it ends with a full stop.
    """
    written = doc.text  # put together anew whenever it is asked for
    changes = {(one.place, one.words): one for one in _changes(doc, written, asked, about, stopped=stopped)}
    text, put_in, added = "", [], 0
    last = 0
    for change in sorted(changes.values(), key=lambda one: one.place):
        text += written[last : change.place] + change.words
        added += len(change.words) - change.length
        put_in.append((len(text), added))
        last = change.place + change.length
    return Full(text + written[last:], tuple(put_in))


def _changes(doc: Doc, written: str, asked: str, about: str, *, stopped: bool) -> Iterator[Change]:
    """Whatever is put in, spelled out or left out, in no order."""
    whole = made_whole(doc, asked) if asked else None
    told = list(told_of(doc, about)) if about else [whole] if whole is not None else []
    spans = [range(one.place, one.place + max(one.length, 1)) for one in told]
    plain = [*spelled_out(doc), *run_on(doc), *one_by_one(written)]
    plain += [Change(run.start(), len(run.group()), "") for run in _UNREAD.finditer(written)]
    plain = [one for one in plain if not any(one.place in span for span in spans)]
    yield from told
    if (told or stopped) and written.rstrip()[-1:].isalnum():  # behind a space: "Feb." is a word
        yield Change(len(written.rstrip()), 0, " .")
    if about:
        yield from (one for one in plain if one.words != "my ")
        return
    yield from plain
    opened, begins = {one.place for one in plain}, max((span.stop for span in spans), default=0)
    for place, unsaid in _left_out(doc, written):
        if place >= begins and place not in opened:
            yield _before(place, unsaid, written)
    yield from _met(doc)


def _before(place: int, unsaid: str, written: str) -> Change:
    """The words before the one at `place`, which begins no sentence any more: "I am allergic", not "I am Allergic"."""
    first = written[place : place + 2]
    if unsaid.startswith("I ") and first[:1].isupper() and first[1:].islower():
        return Change(place, 1, unsaid + first[0].lower())
    return Change(place, 0, unsaid)


def _met(doc: Doc) -> Iterator[Change]:
    """ "Met Priya Raman at PyCon", where the verb is taken for a part of her name."""
    for sentence in doc.sents:
        verb = sentence[0]
        if verb.lower_ in _MET and verb.tag_ == "NNP" and verb.dep_ == "compound" and len(sentence) > 2:
            yield Change(verb.idx, len(verb.text), f"I {verb.lower_}")


def _left_out(doc: Doc, written: str) -> Iterator[tuple[int, str]]:
    """(place, words) in order. "I" is left out where a message begins, or after a sentence about oneself."""
    about_self = True
    for sentence in doc.sents:
        tokens = [token for token in sentence if not token.is_space and not token.is_punct]
        while len(tokens) > 1 and (tokens[0].lower_ in _OPENING or tokens[0].dep_ == "intj"):
            tokens = tokens[1:]
        if not tokens or is_question(sentence):
            continue
        unsaid = _unsaid(sentence, tokens, written) if about_self else ""
        if unsaid:
            yield tokens[0].idx, unsaid
        elif (match := _FRONTED.match(written, tokens[0].idx, sentence.end_char)) is not None:
            yield match.end(), ","
        subjects = [token for token in sentence if token.dep_ in SUBJECTS]
        goes_on = about_self and not subjects  # "Mbali here, love surfing"
        about_self = bool(unsaid) or goes_on or any(one.lower_ in {"i", "we"} for one in subjects)
        if about_self:
            yield from ((token.idx, unsaid) for token in tokens[1:] if (unsaid := _goes_on(token)))


def _goes_on(token: Token) -> str:
    """ "hate" in "I love tea, hate coffee": the tagger takes many such a verb for a noun."""
    before, after = token.nbor(-1), token.nbor(1) if token.i + 1 < token.sent.end else token
    if before.lower_ not in {",", "and", "but"} or after.pos_ not in {"NOUN", "PROPN", "VERB", "ADJ", "DET"}:
        if before.lower_ in {",", "and", "now", "currently"} and token.tag_ == "VBG":
            return "I am " if (token.lemma_.lower(), after.lower_) in _PLACED and not _has_helping(token) else ""
        return "I " if before.lower_ in {",", "and"} and (token.lower_, after.lower_) in _PLACED else ""
    return "I " if token.lower_ in _LIKING and token.lower_ != "like" else ""


def _has_helping(verb: Token) -> bool:
    """ "I'm reading and now living in Leeds": it shares the helping verb of the one before."""
    return any(one.dep_ == "aux" for one in [*verb.children, *verb.head.children])


def _unsaid(sentence: Span, tokens: list[Token], written: str) -> str:
    """What stands before the first word in the speaker's mind: "I", "I am", "I was", "I have" or nothing."""
    text = written[tokens[0].idx : sentence.end_char]
    if _FAN.match(text):
        return "I am "
    first = next((token for token in tokens if token.pos_ != "ADV" or token.dep_ == "ROOT"), tokens[0])
    after = first.nbor(1) if first.i + 1 < sentence.end else first
    follows = first.lower_ + "s" if first == after else after.lower_
    if first.lower_ in _LIKING and (after.pos_ in {"NOUN", "PROPN", "VERB", "ADJ"} or after.lower_ in {"my", "the"}):
        return "I "
    if (first.lower_, follows) in _PLACED:
        return "I "
    if (first.lower_, follows) in words.STATES:
        return "I was " if first.lower_ in {"born", "raised", "promoted", "diagnosed"} else "I am "
    if first.lower_ in nouns.LASTING and first.dep_ == "ROOT":
        return "I am "
    if first.lower_ == "from" and after.pos_ == "PROPN":
        return "I am "
    if first.lower_ in {"born", "raised"} and follows in {"and", "&"}:
        return "I was "
    if first.lower_ == "been" and (after.lower_ in nouns.LASTING or after.lower_ in {"a", "an"}):
        return "I have "
    verb = first.head if first.dep_ in {"aux", "auxpass"} else first
    opens = verb.dep_ == "ROOT" or (verb.dep_ in {"ccomp", "parataxis", "advcl"} and verb.i < verb.head.i)
    if not opens or any(child.dep_ in SUBJECTS for child in verb.children):
        return ""
    if first.lower_ == "been" and verb.tag_ == "VBG":
        return "I have "
    if first.lower_ in {"ca", "can", "could", "did"} and follows in {"n't", "not", "nt"}:
        return "I "
    if (
        first == verb
        and first.tag_ == "VBG"
        and first.lemma_.lower() not in _LIKING
        and first.lemma_.lower() not in words.PASSING_VERBS
    ):
        return "I am "
    by_another = any(child.dep_ == "agent" for child in verb.children)
    if first.tag_ == "VBD" or first.lower_ == "got" or (first == verb and first.tag_ == "VBN" and not by_another):
        return "I "
    return ""
