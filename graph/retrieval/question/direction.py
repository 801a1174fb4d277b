"""Which way a question walks a relation from who is named: "the advisor of X" is whom X has, and X not whose."""

from __future__ import annotations

from collections.abc import Collection, Sequence

from graph.retrieval.question.words import DOERS, DOES, deed

# What each of two people is to the other, where one relation tells both.
_OPPOSITE = [
    ("advisor supervisor teacher mentor tutor", "student pupil mentee"),
    ("parent mother father mum dad", "child kid son daughter"),
    ("boss manager supervisor employer", "staff report"),
    ("author writer", "book novel"),
    ("successor succeeded", "predecessor preceded"),
]
_SIDES = [tuple(frozenset(map(deed, side.split())) for side in pair) for pair in _OPPOSITE]
_DONE_BY = "by"
_ORDER = [
    (frozenset({"before", "preceded"}), frozenset({"succeeded", "successor"})),
    (frozenset({"after", "succeeded"}), frozenset({"preceded", "predecessor"})),
]
_OF_WHAT = frozenset({"year", "date", "day", "time", "place", "number", "cause", "reason"})  # of what is done
_TEACHES = deed("teaches")
_LEARNING = frozenset({"pupil", "student", "apprentice", "apprenticed", "studied", "trained", "learned"})
_OF = "of"
_KINDS_OF = frozenset({"type", "kind", "sort", "species", "form", "version", "instance", "example"})
_REPORTING = "to"  # "X reports to Y": of "X's boss" it leads on, of "X's reports" back
_AT = frozenset({"in", "on", "to", "at", "for", "with", "of", "from"})
_IS = frozenset({"is", "are", "was", "were", "been", "be", "being", "'s"})
_NO_DOERS = frozenset({"headquarters"})
_CLAUSE = frozenset({"that", "which", "who", "whom", "where"})  # by which a clause of its own begins
_NEAR = 2  # words between what is done and a name: "directed the film X"


def leads_back(somebody: str, read: str, all_words: str = "") -> bool | None:
    """Whether "the `somebody` of X" walks a relation that reads so against its direction; None if nothing tells.

    `all_words` are those by which it is asked for as well. A role or what is done by somebody leads on from X
    ("X advisor Y", "X directed by Y"); who does it leads back ("Y directed X"), and so does the other side of a role.
    Of "X pupil of Y" it is the other way round.
    """
    words = read.casefold().split()
    stem = deed(somebody)
    stems = [deed(word) for word in words]
    if not stems:
        return None
    is_of = words[-1] == _OF and _KINDS_OF.isdisjoint(words)
    for here, there in (*_SIDES, *(side[::-1] for side in _SIDES)):
        if stem in here and stems[0] not in here and not there.isdisjoint(stems):
            return _REPORTING not in words and not is_of
    if stem not in stems:
        is_role = stem in map(deed, all_words.casefold().split())
        return False if is_role and _DONE_BY in words else None  # "X's agent" is by whom X is represented
    if _DONE_BY in words or words[stems.index(stem)].removesuffix("s") == somebody.casefold().removesuffix("s"):
        return _REPORTING in words or is_of  # "the pupils of X", of who is "pupil of" X
    return True if somebody.casefold().endswith(DOERS) and somebody.casefold() not in _NO_DOERS else None


def done_leads_back(spoken: Sequence[str], names: Collection[int], read: str, all_words: str = "") -> bool | None:
    """Whether what is done beside a name (at these places) walks a relation that reads so against its direction.

    "Who reports to X" and "what depends on X" lead back over "reports to" and "depends on", "who does X report to" on;
    "who maintains X" leads on over "maintained by", "what does X maintain" back. None where nothing tells. `all_words`
    are those by which it is asked for as well.
    """
    own = read.casefold().split()
    says_deed = _DONE_BY in own or any(word.endswith(("s", "ed")) for word in own[:1])
    words = all_words.casefold().split() if all_words and says_deed else own  # not "who runs X", of a chief executive
    forms = {deed(word): word for word in reversed(words) if word not in _AT | _IS | _CLAUSE | {_DONE_BY}}
    said = [word.casefold() for word in spoken]
    done = [place for place, word in enumerate(said) if place not in names and deed(word) in forms]
    if not done or not names:
        return None
    place, name = min(((place, name) for place in done for name in names), key=lambda pair: abs(pair[0] - pair[1]))
    if any(said[place] in order and not other.isdisjoint(own) for order, other in _ORDER):
        return True  # "who came before X", of whom X was succeeded by
    if own[0] in _OF_WHAT:
        return False  # "year painted"
    form = forms[deed(said[place])]
    # Whose object does it: "directed by", "director"; "refers", by which "cites" is asked for as well, is nobody.
    by_object = _DONE_BY in words or (form in own and form.endswith(DOERS))
    by_object = by_object or (deed(said[place]) == _TEACHES and own[0] in _LEARNING)  # X "apprenticed under" Y
    to_subject = by_object or (form.endswith("ed") and not _AT.isdisjoint(words)) or form == "born"
    if name < place:
        return not to_subject if _is_done_to(said, name, place) else by_object
    between = said[place + 1 : name]
    if _DONE_BY in between:
        return by_object
    if not DOES.isdisjoint(between):
        return False if form in own else None  # "which children did X have"
    if at := [word for word in between if word in _AT]:
        return True if at[0] in words else None
    return not to_subject if len(between) <= _NEAR else None


def _is_done_to(said: Sequence[str], name: int, place: int) -> bool:
    """Whether it is done to who is named: "where was X built", "what is X blocked by"; not "what is X working on", nor
    "who is on call for what X depends on".
    """
    begins = max((at + 1 for at, word in enumerate(said[:name]) if word in _CLAUSE), default=0)
    helping = [at for at in range(begins, place) if said[at] in _IS | DOES]
    before = [said[at] for at in helping if "of" not in said[at:name]]  # "where was the boss of X born" is of no X
    return bool(before) and before[-1] in _IS and not said[place].endswith("ing")
