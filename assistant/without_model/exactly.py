"""Whether a line says just what is asked, or only comes close to it."""

from __future__ import annotations

import re

from assistant import params
from assistant.extraction.words.role_words import PETS, ROLES
from assistant.question.asked import FILLERS, LIGHT
from assistant.question.questions import is_asked_again
from assistant.without_model.asking import ASKS_WHERE, GROUP_STEMS, NAME_STEMS, Asking
from assistant.without_model.demands import NUMBER, SUM, Demand, is_held
from assistant.without_model.line import Line
from assistant.without_model.naming import (
    is_elsewhere,
    is_of_chat,
    is_of_half,
    is_of_somebody_else,
    is_said_by_another,
    names_another,
    names_nobody,
    tells_name,
    tells_whom,
)
from assistant.without_model.noted import KIND
from assistant.without_model.numbered import is_in_other_order, is_numbered_only
from assistant.without_model.of_whom import told_of
from assistant.without_model.otherwise import (
    is_done_the_other_way,
    is_still_to_do,
    is_told_not_to,
    says_otherwise,
    tells_payment,
)
from assistant.without_model.owing import tells_debt, tells_unpaid
from assistant.without_model.passages import around, headed_of
from assistant.without_model.shown import aged, likely, shown
from assistant.without_model.when_and_where import (
    WHAT_HAPPENED,
    befell,
    tells_called,
    tells_no_state,
    tells_place,
    tells_when,
    tells_where,
)
from graph.retrieval.question.words import content_stems
from graph.retrieval.ranking.score import TALK
from graph.retrieval.seeding.seeds import words
from graph.tables import is_row

ASKS_WHO_IS = re.compile(r"\W*who(?:['’]s| is| was)\b", re.IGNORECASE)
ASKS_WHO = re.compile(r"\W*(?:and |so |but )?who(?:m|se|s)?\b", re.IGNORECASE)
_WHAT_NEEDED = re.compile(r"\bwhat (?:do|does|should|must) .{1,40}? (?:need|bring|pack)\b", re.IGNORECASE)
_NEEDED = re.compile(r"\b(?:need|bring|requir|pack|must|should|please|has to|have to|take)", re.IGNORECASE)
_LEAST = re.compile(r"(?<!\bat )\bleast\b", re.IGNORECASE)
_TOLD = re.compile(r"\bwhat did (?:i|we) (?:tell|say to|promise|ask|write to)\b", re.IGNORECASE)
_TELLS = re.compile(r"\b(?:told|tell|said|promised|asked|wrote|reminded)\b", re.IGNORECASE)
_IS_MINE = re.compile(r"\b(?:am|was) i\b", re.IGNORECASE)
_LIVING = ROLES.keys() | PETS | {"children", "people", "person", "pupil", "guest"}
_ARE_THERE = re.compile(
    r"\W*(?i:who|(?:which|how many) [a-z]+)\b(?: [a-z]+)* (?:in|from) (?P<place>[A-ZÀ-ÞĀ-Ž][\w-]+)\W*$"
)
_OF_THEIRS = re.compile(
    r"\W*(?:and )?[a-z]+ [\w-]+(?: [\w-]+)?['’]s? [a-z]", re.IGNORECASE
)  # "is Tom's cello covered?"
OF_DEMANDS = content_stems(  # "how old?" is told by a number, and what one pays or it costs by a sum
    "time day date month year old far tall big large heavy often much many pay cost charge temperature"
)
_OF_SUMS = content_stems("pay cost charge")
_WHOLE = content_stems("full")
_IN_TIME = content_stems("before after earlier later")  # these say nothing by themselves
HAPPEN = content_stems("happen wrong matter")  # what happened is told without the word
COUNTED = re.compile(  # what there is so much or so many of: "how much salt does it need?"
    r"\bhow (?:much|many) (?!(?:people|persons|times?|money|do|does|did|is|are|was|were|has|have|can|of|it|will)\b)"
    r"(?P<what>[a-z]+)",
    re.IGNORECASE,
)
OF_KIND = re.compile(
    r"\b(?:which|what) (?P<kind>[a-z]+) (?:do|does|did|must|should|can|has|have|is|are)\b", re.IGNORECASE
)
_VERSION = re.compile(r"(?<!\bat )(?<![\d.,:])\d+(?:\.\d+)+(?![\d.,:]*\d)")
_NEAR = 3  # words between a thing and its number


def is_exact(asking: Asking, line: Line) -> bool:
    """Whether a line has every word of the question that says what is asked, or surely means the same.

    "Our wifi is called Heron" is near to "what's the wifi password?", and tells no password.
    """
    if line.is_told:
        return True
    if tells_payment(asking.question, line.text) or not tells_debt(asking.question, line.text):
        return False
    if says_otherwise(asking.question, line.text) or is_done_the_other_way(asking.question, line.text):
        return False
    if is_still_to_do(asking.question, line.text):
        return False
    if _WHAT_NEEDED.search(asking.question) and _NEEDED.search(line.text) is None:
        return False  # nor what was paid for it, of what one needs there
    if line.is_close or (_LEAST.search(line.text) and not _LEAST.search(asking.question)):
        return False
    if asking.strangers and not asking.strangers & content_stems(told_of(line.text, line.item.chunk)):
        return False  # "the flight back" is not the one to Tokyo
    if len(asking.strangers) > 1 and is_of_half(asking, line):
        return False  # "no boat trip, please", says Noel, of why Noel said no to Spotify
    if ASKS_WHO.match(asking.question) and not tells_whom(line.text, asking):
        return False  # "the digger was hired for 180 a day", of who hired it
    if asking.names and names_nobody(asking, line):
        return False  # "Mrs. Adeyemi at number 14", of Bernadette's number
    if asking.focus.name and not tells_name(line.text, asking):
        return False  # "she gets it from the vet" tells no vet's name
    if (
        asking.focus.relations
        and asking.names
        and ASKS_WHO_IS.match(asking.question)
        and not names_another(line.text, asking)
    ):
        return False  # "Tomasz and his wife are expecting" tells of no name
    there = _ARE_THERE.match(asking.question) if line.is_said else None
    if there is not None and not content_stems(there["place"]) & content_stems(told_of(line.text, line.item.chunk)):
        return False  # "my biggest customer is in Flensburg", of which are in Denmark
    if _IS_MINE.search(asking.question) and _is_key_of_paper(line):
        return False  # "year: 2021", of what year I am in
    if is_told_not_to(asking, line.text):
        return False
    if is_of_somebody_else(asking, line) or (_TOLD.search(asking.question) and not _TELLS.search(line.text)):
        return False
    if any(one not in line.text for one in _VERSION.findall(asking.question)):
        return False  # when 4.2 goes live tells nothing of 4.3
    if is_in_other_order(asking.question, line.text) or is_said_by_another(asking, line):
        return False
    if line.is_said and is_asked_again(asking.question, line.text):
        return False
    if asking.names and COUNTED.search(asking.question) and is_elsewhere(asking, line.text):
        return False
    if asking.focus.guessed and asking.names and tells_when(asking, line.text):
        return True
    if tells_no_state(asking.question, line.text):
        return False
    if WHAT_HAPPENED.search(asking.question) and befell(asking, line.text):
        return True
    if ASKS_WHERE.match(asking.question) and not tells_place(asking, line.text):
        return False  # "the old D750 is my backup", of where the backups are
    if ASKS_WHERE.match(asking.question) and not asking.words and tells_where(asking, line.text):
        return True
    said = content_stems(line.text)
    if asking.names and "old" in asking.words and any(asking.names & content_stems(name) for name in aged(line.text)):
        return True  # "Margaret Crake (46)"
    if (counted := COUNTED.search(asking.question)) and not _counts(line.text, counted["what"], said):
        return False
    asked = asking.focus.stems - FILLERS - asking.names
    wanted = (asked - LIGHT or asked) - (NAME_STEMS if asking.focus.name else _WHOLE) - OF_DEMANDS
    wanted = wanted - HAPPEN or wanted
    if counted and not wanted and content_stems(counted["what"]) <= asking.names:
        return True  # "methotrexate 15 mg", of how much of it I take
    if (kind := OF_KIND.search(asking.question)) is not None:  # "which medicine do I have to stop?"
        living = kind["kind"].removesuffix("s") in _LIVING and names_another(line.text, asking)
        told = content_stems(kind["kind"]) if living else GROUP_STEMS  # "Rocky is afraid of fireworks", of which dog is
        wanted = wanted - (content_stems(kind["kind"]) & told) or wanted
    if wanted and wanted <= _IN_TIME:  # "what did I do before Nordlicht?"
        return line.item.parts.vector >= params.SURELY_SIMILAR
    whom = bool(asking.names) and ASKS_WHO.match(asking.question) is not None
    if not wanted and whom and asking.names <= said and names_another(line.text, asking):
        return True  # "The area manager is called Dominic"
    if not wanted and asking.names <= said and asked & said & _OF_SUMS and is_held(Demand(SUM), line.text):
        return True  # "the hotel is called Kronan and costs 90 euros", of what the hotel costs
    if asking.names <= said and tells_unpaid(asking.question, line.text) and is_held(Demand(SUM), line.text):
        return True
    if not wanted and asking.focus.predicates:
        return line.item.parts.vector >= params.SURELY_SIMILAR  # "where is Ines from?" is not told where she is named
    if not wanted and asking.focus.name and tells_called(asking, line.text):
        return True
    wanted = wanted or asking.names
    wanted -= likely(wanted, line.text)
    if asking.by.polar and line.item.chunk is not None and not line.is_said:
        above = headed_of(line.item.chunk)  # that it is of an insurance does not say that the bike is insured
        return wanted <= content_stems(line.text) | shown(wanted, line.text) | above
    if wanted & line.words and line.item.chunk is not None:
        # All that is written about Heron is near to a question about Heron, and each row to what another says. A note
        # is as near by whom it is of.
        most = 2 * len(wanted & line.words) > len(wanted) and not is_row(line.text)
        enough = line.item.chunk.document_kind == TALK or (most and line.item.chunk.document_kind != KIND)
        enough = enough and not asking.by.polar  # where Tom's cello is named, nothing says that it is covered
        return wanted <= line.words | content_stems(around(line)) or (enough and _is_surely(line))
    is_of_theirs = asking.by.polar and _OF_THEIRS.match(asking.question) is not None
    is_near = line.item.parts.vector >= params.SURELY_SIMILAR and not is_of_theirs  # that Tom plays it says no more
    is_near = is_near and not is_of_chat(line)  # in which much is said of the same evening
    is_near = is_near and not _is_near_by_what_was_before(asking, line)
    return wanted <= line.words or is_near


def _is_near_by_what_was_before(asking: Asking, line: Line) -> bool:
    """Whether whom or what it is asked of is named by what was said before a passage alone, which makes it near."""
    chunk = line.item.chunk
    if chunk is None or chunk.document_kind != TALK or not asking.names:
        return False
    return not asking.names <= content_stems(chunk.text) and asking.names <= content_stems(chunk.prefix)


def _is_key_of_paper(line: Line) -> bool:
    """Whether it is what stands over a document, which says nothing of its reader."""
    chunk = line.item.chunk
    is_read = chunk is not None and chunk.document_kind not in {TALK, KIND}
    return is_read and re.match(r"[a-z_]+: \S", line.text) is not None and not is_row(line.text)


def _counts(text: str, what: str, said: frozenset[str]) -> bool:
    """Whether it tells how many of them: "40 croissants and brownies" counts no brownies."""
    stems = content_stems(what)
    if not stems - FILLERS:
        return True
    if not stems <= said:
        return False
    if re.search(rf"\d per {re.escape(what.removesuffix('s'))}\b", text, re.IGNORECASE):
        return False  # what each boat costs counts none
    if re.search(rf"\b{re.escape(what)}\w*\b[^.;]*\b(?:is|are|was|were|costs?)\b[^.,;]*\d", text, re.IGNORECASE):
        return True  # "Deposits for operations are 30 %"
    if is_numbered_only(what, text):
        return False  # "hive 4" is one of them
    told = words(text)
    places = [place for place, word in enumerate(told) if content_stems(word) & stems]
    near = [told[max(place - _NEAR, 0) : place + _NEAR + 1] for place in places]
    return any(is_held(Demand(NUMBER), " ".join(one)) for one in near) or not is_held(Demand(NUMBER), text)


def _is_surely(line: Line) -> bool:
    return line.item.parts.vector >= params.PASSAGE_SURELY_SIMILAR
