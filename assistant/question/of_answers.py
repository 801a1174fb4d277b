"""Whether a question asks for what an assistant answered once, and by which words that is found."""

from __future__ import annotations

import re

from assistant.question.asked import FILLERS, LIGHT, unit_stems
from graph.retrieval.question.words import content_stems

_SAYING = (
    r"recommend|suggest|advi[sc]e|propose|provide|tell|say|give|write|mention|explain|list|show|draft|describe|compare"
    r"|warn"
)
_SAID = (
    r"recommend(?:ed)?|suggest(?:ed)?|advised?|proposed?|provided?|told|said|g[ai]ven?"
    r"|wr[oi]t(?:e|ten)(?! (?:it |that )?down)"
    r"|mention(?:ed)?|explain(?:ed)?|listed|show(?:ed|n)|drafted|described|compared|warned|came up with"
)
_BY = r"(?:you|chat ?gpt|claude|the (?:assistant|chatbot|ai|model))"
_GIVEN = r"(?:advice|recommendations?|suggestions?|answers?|tips?|plans?|lists?|recipes?|explanations?|ideas?|drafts?)"
_ASKS = re.compile(
    rf"\b(?:did|have|had|has) {_BY} (?:\w+ ){{0,2}}(?:{_SAYING}|{_SAID})\b"
    rf"|\b{_BY}(?:['’](?:d|ve)| had| have| has)? (?:once |just |already )?(?:{_SAID})\b(?! (?:i|we)\b)"
    rf"|\b{_GIVEN} (?:did|had|have) {_BY} (?:have|give|come up with|make)\b"
    rf"|\b(?:your|chat ?gpt['’]s|claude['’]s|the assistant['’]s) (?:\w+ )?{_GIVEN}\b",
    re.IGNORECASE,
)
# Words by which no answer is found: who gave it to whom, and that it was one.
_WITHOUT = content_stems(
    "recommend recommended suggest suggested advise advised advice propose proposed provide provided tell told say "
    "said give gave given write wrote mention mentioned explain explained list listed show showed shown draft drafted "
    "describe described compare compared warn warned came recommendation suggestion answer remind remember assistant "
    "chatgpt claude ai model chatbot thing things know again name names call called good best"
)


def asks_for_an_answer(question: str) -> bool:
    """Whether what somebody other than the owner's book said is asked for: "What did you recommend in Lisbon?"."""
    return _ASKS.search(question) is not None


def sought(question: str) -> frozenset[str]:
    """The stems by which such an answer is found."""
    return content_stems(question) - _WITHOUT - FILLERS - LIGHT - unit_stems(question)
