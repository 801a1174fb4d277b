"""Whether a question asks when or where something is, who comes or whether it is on, and of what. Pure."""

from __future__ import annotations

import re
from typing import NamedTuple

_IS = r"(?:['’]?s| is| are| was| were| will)"
_DO = r"(?: do| did| am| are| will| does) (?:i|we|you) (?:have|see|visit|meet|go(?:ing)? to|be at|have to go to|"
_DO += r"need to be at|fly(?:ing)? to|travel(?:l?ing)? to|leav(?:e|ing) for|driv(?:e|ing) to|seeing|visiting|meeting)"
_END = r"(?: (?:start|starts|begin|begins|take place|takes place|happen|on|be|due|scheduled|planned|over|again|held))*"
_COMES = r"(?:coming|going|comes|goes|came|went|invited|attending|there|taking part|joining|at|takes? part|took part)"
_STANDS = r"(?:on|happening|cancell?ed|called off|confirmed|taking place|going ahead)"
_FORMS = {
    form: re.compile(pattern)
    for form, pattern in {
        "when": rf"(?:when|(?:at |on )?(?:what|which) (?:time|day|date))(?:{_IS}|{_DO}| does| do) (?P<thing>.+?){_END}",
        "where": rf"where(?:{_IS}|{_DO}| does| do) (?P<thing>.+?){_END}",
        "who": rf"who(?:{_IS})?(?: all)? (?:be )?{_COMES}(?: to| at| in| for)? (?P<thing>.+)",
        "on": rf"(?:is|are) (?P<thing>.+?) (?:still )?{_STANDS}",
        "day": r"(?:is there|are there|do (?:i|we) have|have (?:i|we) got) (?:an? |any |the )?(?P<thing>.+?) "
        r"(?P<days>(?:on|at|this|next|in|over) .+|today|tonight|tomorrow)",
    }.items()
}
_WHICH = re.compile(
    r"(?:(?:my|our|the|this|that|your) )?(?:(?P<next>next|upcoming|following)|(?P<last>last|previous)) "
)
_OWN = re.compile(r"(?:my|our|the|this|that|your|an?) ")
_NO_EVENT = re.compile(r"\bbirthdays?\b")  # told by when somebody was born


class AskedOf(NamedTuple):
    """What is asked ("when", "where", "who", whether it is "on", or on a "day"), of what it is called, whether of the
    "next" or the "last", and on which days, in words.
    """

    form: str
    thing: str
    which: str = ""
    days: str = ""


def asked_of(question: str) -> AskedOf | None:
    """None where the question asks something else; whether anything is called so nobody has looked yet."""
    text = " ".join(question.casefold().split()).strip(" ?!.")
    for form, pattern in _FORMS.items():
        found = pattern.fullmatch(text)
        if found is None or _NO_EVENT.search(found["thing"]):
            continue
        which = _WHICH.match(found["thing"])
        words = found["thing"][which.end() :] if which else _OWN.sub("", found["thing"], count=1)
        order = "" if which is None else "next" if which["next"] else "last"
        return AskedOf(form, words, order, found.groupdict().get("days") or "")
    return None
