"""Whether what was found says what is asked: or only hints at it, or says another thing of the same."""

from __future__ import annotations

import re
from collections.abc import Sequence

from assistant.extraction.words.dates import MONTHS
from assistant.question.asked import FILLERS, GROUPS, LIGHT, PLACES
from assistant.question.facts import fact_of
from assistant.without_model.asking import (
    ASKS_WHERE,
    GROUP_STEMS,
    NAME_STEMS,
    PLACED,
    RELATION_STEMS,
    Asking,
    said_stems,
    stems_of,
)
from assistant.without_model.fitting import is_other_way
from assistant.without_model.kinds_of_numbers import in_words, is_another_number
from assistant.without_model.narrowing import is_number_now, is_still_so
from assistant.without_model.numbered import is_in_other_order
from assistant.without_model.only_who import is_only_who_it_is
from assistant.without_model.other_kinds import is_of_other_things, told_by
from assistant.without_model.owing import asks_who_owes, is_owed
from assistant.without_model.when_and_where import asks_how_is
from graph.retrieval.question.telling import MEANT, NEARLY
from graph.retrieval.question.word_forms import PAST
from graph.retrieval.question.words import content_stems, deed
from graph.retrieval.types import FactRow, Item

_FAVOURED = re.compile(r"\bfavou?rite\b", re.IGNORECASE)
_WHO_IS_DOING = re.compile(r"\W*(?:and )?who(?: is|'s|’s| are|'re) (?:\w+ly )?(?P<verb>[a-z]{3,}ing)\b", re.IGNORECASE)
_FIRST_OF = re.compile(r"\bfirst (?:wife|husband|spouse|partner|girlfriend|boyfriend|marriage)\b", re.IGNORECASE)
_IS_LEFT = re.compile(r"\b(?:short|left|remain\w*|missing)\b", re.IGNORECASE)
_WHO_IS = re.compile(r"\bwho(?:['’]s| is| was| are) (?:my|our|the) (?:[\w-]+ )+(?P<post>[\w-]+)\W*$", re.IGNORECASE)
_OTHER_NAME = re.compile(r"\b(?:last|family|middle|maiden|full|second) name\b|\bsurname\b", re.IGNORECASE)

_WHO_DOES = re.compile(r"\W*who (?!is\b|are\b|was\b|were\b|has\b|have\b|else\b)[a-z]+\b", re.IGNORECASE)
_WHOM_DID = re.compile(r"\W*whom? (?:did|do|does)\b", re.IGNORECASE)
_IN_ORDER_TO = re.compile(
    r"\b(?:take|takes|use|uses) (?:\w+ )?to (?P<what>(?!get\b|go\b|come\b|reach\b)[a-z]+ [a-z ]+)\W*$", re.IGNORECASE
)
_DID_ON = re.compile(
    rf"\b(?:did|was|were)\b.*\bon (?:the )?\d{{1,2}}(?:st|nd|rd|th)?(?: of)? (?:{'|'.join(MONTHS)})\b", re.IGNORECASE
)
_A_DAY = re.compile(
    rf"\d{{4}}-\d\d-\d\d.*|\d{{1,2}}(?:st|nd|rd|th)? (?:{'|'.join(MONTHS)})(?: \d{{4}})?", re.IGNORECASE
)
_WHICH_LOOK = re.compile(
    r"\b(?:what|which) (?P<more>colou?r|size|shape|brand|make|model|length|width|material) (?:is|are|was|were)\b",
    re.IGNORECASE,
)
_AM_I_DOING = re.compile(r"\b(?:what|which) [a-z]+ (?:am|are) (?:i|we) (?P<more>[a-z]{3,}ing)\b", re.IGNORECASE)
_WHEN_DID_I = re.compile(  # of since when one is something that is told by what one is since
    r"\bwhen did (?:i|we) (?!(?:first )?(?:start|begin|become|join|leave|quit|stop|finish|retire)\b)", re.IGNORECASE
)
_WHERE_IS_MINE = re.compile(r"\W*(?:and )?where(?:['’]s| is| are| was| were) (?:my|our)\b", re.IGNORECASE)
_WHERE_DID_I = re.compile(r"\bwhere did (?:i|we)\b", re.IGNORECASE)
_GAVE = re.compile(
    r"\bwhat (?:did|does|has|have|will) [^?]{1,40}? (?P<verb>give|given|bring|brought|send|sent|lend|lent) ",
    re.IGNORECASE,
)
MANY_LEFT, MOST_LEFT = 2, 2  # words of a question that no fact has, and how many times those that one has
_FIRST_NAME = re.compile(r"\b(?:first|given|christian) name\b", re.IGNORECASE)


def is_hinted(asking: Asking, found: Sequence[Item]) -> bool:
    """Whether these only hint at what is asked: that Luz likes trains, of what she eats."""
    return bool(found) and all(fact_of(item).predicate in asking.focus.loose for item in found)


def is_unsaid(asking: Asking, found: Sequence[Item]) -> bool:
    """Whether "Am I allergic to shellfish?" asks of something that none of these facts says, whoever else it is of."""
    if is_hinted(asking, found):
        return True
    if found and not asking.by.polar and all(item.asked_by & {MEANT, NEARLY} for item in found):
        return any(NEARLY in item.asked_by for item in found)
    if found and asks_who_owes(asking.question) and all(is_owed(fact_of(item)) for item in found):
        return False  # who borrowed it, owes it
    if found and all(is_in_other_order(asking.question, in_words(item)) for item in found):
        return True
    if _FIRST_OF.search(asking.question) and found and not any("first" in in_words(item) for item in found):
        return True  # whom he is married to, of his first wife
    only_names = bool(found) and all(_is_only_its_name(asking, fact_of(item)) for item in found)
    if only_names and _WHERE_IS_MINE.match(asking.question):
        return True  # what our winery is called, of where it is
    purpose = _IN_ORDER_TO.search(asking.question)
    if purpose and found and not any(content_stems(purpose["what"]) & stems_of(item) for item in found):
        return True  # "which medication do I take to prevent migraines?"
    if _DID_ON.search(asking.question) and found and not any(_is_dated(fact_of(item)) for item in found):
        return True  # what one takes, of what one took on 2 October
    if is_another_number(asking, found):
        return True
    if asks_how_is(asking.question) and not any(_is_event(fact_of(item)) for item in found):
        return True  # what bike it is, of what happened to it
    gave = _GAVE.search(asking.question)
    if gave and found and not any(content_stems(gave["verb"]) & stems_of(item) for item in found):
        return True  # whose sister she is, of what she gave me
    if asking.by.bygone and found and all(is_still_so(fact_of(item)) for item in found):
        return True
    if asking.by.earlier and len(found) == 1 and is_number_now(fact_of(found[0])):
        return True
    if _OTHER_NAME.search(asking.question) and not any("name" in fact_of(item).predicate for item in found):
        return True  # "what is Yemi's last name?"
    if _FIRST_NAME.search(asking.question) and all(_is_of_named(fact_of(item), asking) for item in found):
        return True  # "what is Mr Aziz's first name?"
    if _FAVOURED.search(asking.question) and not any(_favours(fact_of(item)) for item in found):
        return True
    if is_only_who_it_is(asking, found) or _is_another_post(asking, found) or _is_other_way(asking, found):
        return True
    if _does_else(asking, found) or _is_of_more(asking, found):
        return True
    if _WHO_DOES.match(asking.question) and found and all(_is_day_of(asking.names, fact_of(item)) for item in found):
        return True  # the day of the training, of who trains Grace
    left = _IS_LEFT.search(asking.question)
    if left and found and not any(content_stems(left[0]) & stems_of(item) for item in found):
        return True  # a target is not what one is short of it
    if is_of_other_things(asking, found) or _is_hardly_said(asking, found) or _is_of_no_stranger(asking, found):
        return True
    asks_of_something = asking.by.polar or asking.focus.guessed or _WHO_DOES.match(asking.question)
    if not (asks_of_something or _FAVOURED.search(asking.question)):
        return False
    of_facts = frozenset(stem for item in found for stem in stems_of(item))
    asked_of = asking.focus.stems - FILLERS - GROUP_STEMS - RELATION_STEMS
    asked_of -= frozenset(stem for item in found for stem in content_stems(fact_of(item).subject_name))
    if _WHOM_DID.match(asking.question) or ASKS_WHERE.match(asking.question):
        # of whom I bought the BMW it tells nothing that it is my project
        asked_of = asked_of - asking.names or asked_of
    if asking.by.polar:  # "does she take amlodipine?" is not answered by what else she takes
        asked_of -= frozenset(
            stem for item in found for stem in content_stems(fact_of(item).predicate.replace("_", " "))
        )
    return bool(asked_of) and not asked_of & (of_facts | _told_on_the_way(asked_of, found))


def _told_on_the_way(words: frozenset[str], found: Sequence[Item]) -> frozenset[str]:
    """Those of the words (stems) that ask for the way to facts: the shipwright, of where the one of a ship is."""
    asked_by = frozenset[str]().union(*(item.asked_by for item in found if item.way))
    return frozenset(stem for stem in words if deed(stem) in asked_by)


def _is_of_more(asking: Asking, found: Sequence[Item]) -> bool:
    """Whether what one drives is found by its word, and none of it tells its colour, or the car that one thinks of; or
    one's job, of when one registered with the job centre; or where Tobi works, of where we had a drink to his job.
    """
    if _WHEN_DID_I.search(asking.question):
        left = (asking.words - GROUP_STEMS - RELATION_STEMS - LIGHT - FILLERS) | asking.names
        return bool(left and found) and not any(left & stems_of(item) for item in found)
    if _WHERE_DID_I.search(asking.question) and found:
        theirs = content_stems(" ".join(group.words for group in GROUPS if told_by(group, found)))
        left = asking.words - theirs - RELATION_STEMS - LIGHT - FILLERS - asking.names
        of_another = all(is_still_so(fact_of(item)) and not fact_of(item).subject_is_self for item in found)
        return of_another and bool(left) and not any(left & stems_of(item) for item in found)
    asked = _WHICH_LOOK.search(asking.question) or _AM_I_DOING.search(asking.question)
    wanted = content_stems(asked["more"]) - LIGHT if asked else frozenset()
    if not wanted or any(wanted & content_stems(group.words) for group in GROUPS if told_by(group, found)):
        return False
    return bool(found) and not any(wanted & stems_of(item) for item in found)


def _is_event(fact: FactRow) -> bool:
    """Whether it tells what befell somebody or something: "died on", "broke", "sold to"."""
    deed = fact.predicate.split("_")[0]
    return deed.endswith("ed") or deed in PAST or deed in {"has", "is"}


def _is_only_its_name(asking: Asking, fact: FactRow) -> bool:
    """Whether it only says which of the things that are asked for one has: `winery`, and not `located_in`."""
    placed = fact.predicate.endswith(PLACED) or fact.predicate in PLACES.split()
    said = content_stems(fact.predicate.replace("_", " "))
    return fact.subject_is_self and not placed and bool(said) and said <= asking.words


def _is_day_of(names: frozenset[str], fact: FactRow) -> bool:
    """Whether it only tells a day of one of whom it is asked (stems); not of "who turns 40 in May?"."""
    is_theirs = bool(names & content_stems(fact.subject_name))
    return is_theirs and fact.object is None and _A_DAY.fullmatch(fact.value) is not None


def _is_dated(fact: FactRow) -> bool:
    return bool(fact.valid_from or fact.valid_until) or any(map(str.isdigit, fact.value))


def _does_else(asking: Asking, found: Sequence[Item]) -> bool:
    """Whether it is asked who is doing something that none of these says: whose treasurer one is, of who is leaving."""
    doing = _WHO_IS_DOING.match(asking.question)
    verb = content_stems(doing["verb"]) - FILLERS if doing else frozenset()
    asks_no_other = not asking.focus.predicates and not asking.focus.relations
    return bool(verb and found) and asks_no_other and not any(verb & stems_of(item) for item in found)


def _is_of_no_stranger(asking: Asking, found: Sequence[Item]) -> bool:
    """Whether it is asked what of one's own has to do with a name that the book does not know, and no fact names it:
    that one runs a homelab, of "which version of Jellyfin am I running?".
    """
    strangers = asking.strangers - RELATION_STEMS - GROUP_STEMS
    plain = asking.focus.about_self and not asking.focus.predicates and not asking.focus.relations
    told = any(
        strangers & stems_of(item) or asking.words & said_stems(item) for item in found
    )  # "214 cM" of how many cM
    return plain and bool(strangers and found) and not told


def _is_hardly_said(asking: Asking, found: Sequence[Item]) -> bool:
    """Whether no words ask for such a fact, and the facts have hardly any of those that there are: that one runs on
    Tuesdays, of when to rest by the running plan.
    """
    if not found or asking.focus.predicates or asking.focus.relations or any(item.way for item in found):
        return False
    words = asking.words - LIGHT - FILLERS - asking.names
    asked_by = frozenset[str]().union(*(item.asked_by for item in found))
    told = words & frozenset(stem for item in found for stem in stems_of(item))
    told |= {stem for stem in words if deed(stem) in asked_by}  # a director is who "directed by" names
    return len(words) - len(told) >= MANY_LEFT and len(words) > MOST_LEFT * len(told)


def _is_other_way(asking: Asking, found: Sequence[Item]) -> bool:
    """Whether "who is Dr. Palm's boss?" is only told whose boss Dr. Palm is."""
    return bool(found) and all(is_other_way(fact_of(item), asking) for item in found)


def _is_another_post(asking: Asking, found: Sequence[Item]) -> bool:
    """Whether "who is our choir conductor?" asks for a post that these do not tell, whatever they say of the choir."""
    post = _WHO_IS.search(asking.question)
    asked = content_stems(post["post"]) - GROUP_STEMS - RELATION_STEMS if post else frozenset()
    return bool(asked and found) and not any(asked & stems_of(item) for item in found)


def _is_of_named(fact: FactRow, asking: Asking) -> bool:
    """Whether it tells of one whom the question names, and not what they are called."""
    return fact.subject in asking.targets.named and "name" not in fact.predicate.split("_")


def is_surer(asking: Asking, words: frozenset[str], found: Sequence[Item]) -> bool:
    """Whether a line with these words of the question says what it asks of, and none of the facts does: mushrooms."""
    of_facts = frozenset(stem for item in found for stem in stems_of(item))
    return bool(words - of_facts - GROUP_STEMS - RELATION_STEMS - FILLERS - asking.names)


def tells_more(asking: Asking, words: frozenset[str], found: Sequence[Item]) -> bool:
    """Whether a line has all that the question asks of and no fact has: what is taken "at night"."""
    of_facts = frozenset(stem for item in found for stem in stems_of(item))
    left = asking.words - of_facts - GROUP_STEMS - RELATION_STEMS - NAME_STEMS - FILLERS - LIGHT - asking.names
    return bool(left) and left <= words and not any(stem.isdigit() for stem in left)


def names_more(asking: Asking, text: str, found: Sequence[Item]) -> bool:
    """Whether a line names of whom or what is asked, and none of the facts does: who plays the drums in my band."""
    facts = [fact_of(item) for item in found]
    told = content_stems(" ".join(f"{one.subject_name} {one.object_name or one.value}" for one in facts))
    return not asking.names.isdisjoint(content_stems(text)) and asking.names.isdisjoint(told)


def _favours(fact: FactRow) -> bool:
    return fact.predicate.startswith(("favourite", "favorite")) or fact.predicate == "prefers"
