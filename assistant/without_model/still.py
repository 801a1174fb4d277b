"""Whether something still is so: the lines by which it is over, "Marco has left" of "does Marco still work here?"."""

from __future__ import annotations

import re
from dataclasses import replace

from assistant.without_model.asking import Asking
from assistant.without_model.choosing import Sought
from assistant.without_model.line import Line
from assistant.without_model.passages import speaking_to
from graph.retrieval.result import Result

_ASKED = re.compile(r"\W*(?:and |but |so )?(?:am|is|are|do|does|has|have|can)\b.{1,80}\bstill\b", re.IGNORECASE)
_OVER = re.compile(
    r"\b(?:(?:has|have|['’]s|['’]ve) left|left (?:the|us|my|our|his|her|their|in|on|at|for)\b|quit|resigned|retired"
    r"|was (?:fired|let go|laid off)|stopped|sold|gave up|given up|moved (?:away|out|on)|no longer|any ?more"
    r"|closed down|broke up|split up|got rid of|ended"
    r"|(?:took|taken|weaned) \w+ off|(?:am|is|are|['’]m|['’]re|['’]s|came|come) off)\b",
    re.IGNORECASE,
)


def over(asking: Asking, asked: frozenset[str], result: Result) -> list[Line]:
    """What was said of whom or what a question names by which it is over, as lines that say all that is `asked`."""
    if not _ASKED.match(asking.question):
        return []
    naming = speaking_to(Sought(asking.names or asked), frozenset(), result.items, {})
    said = (line for line in naming if line.is_said)
    return [replace(line, words=asked) for line in said if line.words and _OVER.search(line.text)]
