"""What in a message is the person's own statement: code, quotations and secrets are blanked out."""

from __future__ import annotations

import re

from assistant.extraction.text import in_haste, played, secrets

_FENCE = re.compile(r"```.*?(?:```|\Z)", re.DOTALL)
_PREFORMATTED = re.compile(r"<pre\b.*?(?:</pre>|\Z)", re.DOTALL | re.IGNORECASE)
_INLINE_CODE = re.compile(r"`[^`\n]*`")
_QUOTED_LINE = re.compile(r"^[ \t]*>.*$", re.MULTILINE)
_ADDRESS = re.compile(r"https?://\S+")
# "[[Northlight Works]]", "[[Quinn Quist|Quinn]]", "[the firm](https://…)": of a link the words that are read.
_WIKILINK = re.compile(r"!?\[\[(?:[^\[\]|\n]{1,500}\|)?(?P<words>[^\[\]|\n]{1,500})\]\]")
_LINK = re.compile(r"!?\[(?P<words>[^\[\]\n]{0,500})\]\([^()\n]{0,2000}\)")
_EMPHASIS = re.compile(  # not the key of a form, "**Partner:** Malte", which is one by its marks
    r"(?<!\w)(?P<marks>\*\*|__|\*)(?=[^\s*])(?P<words>[^*\n]{1,500}?)(?<=[^\s*:])(?P=marks)(?![\w:])"
)
_SPEECH = re.compile(r"[\"“„«](?P<words>[^\"“”„«»\n]{1,2000})[\"”“»]")
# "Summarise this in three bullets: ...", "fix this sentence: ...": what follows is to be worked on, not told.
_HANDED_OVER = re.compile(
    r"\A\s*(?:hey,? |hi,? |please |pls |can you |could you )*(?:summari[sz]e|translate|re-?write|re-?phrase|"
    r"paraphrase|proofread|shorten|edit|correct|fix|improve|review|check|explain|reply to|respond to|answer|analy[sz]e|"
    r"turn|make|polish|simplify|expand|tl;?dr|write|draft|compose|generate|create|e\.g\.?|(?:for )?example|"
    r"for instance|sample|template)(?!\w)[^\n:]{0,80}:"
    r"(?P<handed>\s*(?:['‘](?:[^'’]|(?<=\w)['’](?=\w))+['’]|[\"“„«][^\"“”„«»]+[\"”“»])(?=\s|\Z)|.*\Z)",
    re.IGNORECASE | re.DOTALL,
)
_CHAT = re.compile(
    r"(?<![\w'])(?:tbh|lol|lmao|imo|imho|btw|haha+|hehe|tho|ngl|fyi|rn|pls|plz|xd|omg)(?![\w'])", re.IGNORECASE
)
# "My sister is a vet, what could I give her?" tells before it asks; "Anna is a vet, isn't she?" asks.
_THEN_ASKS = re.compile(
    r"(?P<told>(?:\A|(?<=[.!?\n]))(?![^.!?\n]*\b(?:if|suppose|supposing|imagine|say|assuming|what|how|who|does|do|did)\b"
    r"[^.!?\n]*(?:,|[—–;]| -)\s)[^.!?\n]*?)(?P<stop>,|[—–;]| -)"
    r"(?=\s+(?:so |and |but )?(?:can|could|would|should|will|any|what|which|how|where|who|why|when"
    r"|(?:is|was)(?:n['’]?t)? (?:that|it|this)(?= (?!true|right|correct|so\b|ok)\w)|do ?n['’]?t you think"
    r"|remember (?:him|her|it|them)|does (?:that|it)(?= \w))\b[^.!?\n]*\?)",
    re.IGNORECASE,
)
# "I planted 12 tomatoes on 22 April and I want to know how to support them."
_THEN_WONDERS = re.compile(
    r"(?P<told>(?:\A|(?<=[.!?\n]))(?![^.!?\n]*\b(?:if|suppose|supposing|imagine|assuming)\b)(?:[^.!?\n]|\.(?=\d)){15,}?)"
    r"(?P<joint>,? (?:and|but|so) (?:now )?)"
    r"(?=i(?:['’]d| would)? (?:want|need|like|love) to (?:know|find out|learn|ask) "
    r"|i(?:['’]m| am|['’]ve been| was) (?:wondering|asking) )",
    re.IGNORECASE,
)
# "She lives in Metz; they expect a baby": two statements, where the parser reads one that reports the other.
_NEXT_STATEMENT = re.compile(
    r";(?=\s+(?:and |but |so )?(?:i|we|he|she|it|they|you|my|our|his|her|its|their|this|that|there)(?:['’]\w+)?\s)",
    re.IGNORECASE,
)
# "Wrong, my birthday is 4 May": what is denied was said before, and what follows is plain.
_TAKEN_BACK = re.compile(
    r"\A\s*(?:(?:no|nope|wrong|actually|correction|sorry|wait|oops|not quite|that['’]?s (?:wrong|not right|not true))"
    r"[\s,.:;!–—-]+)+(?=\w)",
    re.IGNORECASE,
)
_SOMEONE_SPEAKS = re.compile(r"\b(?:i|i'm|we|he|she|they|you|it|is|are|was|my|your|will|have|has)\b", re.IGNORECASE)
_ONE_WORD = re.compile(  # written apart, they are read as two things
    r"\b(?P<first>left|right|colou?r|gluten|lactose|tech|team|product"
    r"|(?:mother|father|sister|brother|daughter|son)[ -]in|(?<=my )(?:ex|better|other)|(?<=her )ex|(?<=his )ex"
    r"|(?<=(?:my|er|is|ur|['’]s) )great(?= (?:grand|aunt|uncle))) "
    r"(?P<second>handed|blind|intolerant|lead|law|husband|wife|boyfriend|girlfriend|half|aunt|uncle"
    r"|grand(?:mother|father|parent|son|daughter|child|children|parents))\b",
    re.IGNORECASE,
)
_AFTER_NAME = re.compile(  # "Sudha aunty"
    r"\b(?!(?:My|Our|His|Her|Their|Your|The|An?|And|But|Great) )(?P<name>[A-ZÀ-ÞĀ-Ž][\w'’-]+)"
    r"(?P<kin> (?:aunty|auntie|uncle|didi|bhai))\b(?!['’]| [A-ZÀ-ÞĀ-Ž])"
)
_BORN_IN = re.compile(r"(?<=\b[bd])\.(?= ?\d)")  # "Jonas, b. 1992" ends no sentence
_NOT_SO_MANY = re.compile(  # "born 1869 not 1871", "at 7, not at 8": what is so is told before it
    r"(?<=\d),? not (?:in |on |at )?\d[\w:]*(?:\.\d+)*(?=\W*(?:\Z|[.!;,\n]))", re.IGNORECASE
)
UNREAD = (
    "\u2060"  # stands where a link has signs that a reader does not see: it belongs to a word, and is left out of it
)
TITLE_WORDS = 6  # a short quotation without a speaking word is a title: I like "The Sea, the Sea"


def own_words(text: str) -> str:
    """`text` at the same length, with everything that is not the person's own statement turned into spaces.

    Words that mean one thing are joined: "left handed" is "left-handed"."""
    for pattern in (_FENCE, _PREFORMATTED, _INLINE_CODE, _QUOTED_LINE):
        text = pattern.sub(_blank, text)
    for pattern in (_WIKILINK, _LINK, _EMPHASIS):
        text = pattern.sub(_read_words, text)
    text = _ADDRESS.sub(_blank, text)
    text = _SPEECH.sub(lambda match: match.group() if _is_title(match["words"]) else _blank(match), text)
    if (handed := _HANDED_OVER.match(text)) is not None:
        text = text[: handed.start("handed")] + re.sub(r"[^\n]", " ", handed["handed"]) + text[handed.end() :]
    text = played.blanked(text)
    text = _ONE_WORD.sub(lambda match: re.sub(r"\s", "-", match.group()), text)
    text = _CHAT.sub(_blank, _TAKEN_BACK.sub(_denial, _NOT_SO_MANY.sub(_blank, text)))
    text = _THEN_ASKS.sub(lambda match: match["told"] + match["stop"][:-1] + ".", text)
    text = _THEN_WONDERS.sub(lambda match: match["told"] + "." + " " * (len(match["joint"]) - 1), text)
    text = _AFTER_NAME.sub(_kept_name, _BORN_IN.sub(" ", text))
    text = _NEXT_STATEMENT.sub(".", text)
    return secrets.blanked(in_haste.spelled(text))


def _kept_name(match: re.Match[str]) -> str:
    return match["name"] + " " * len(match["kin"])


def as_written(words: str, text: str) -> str:
    """`words` as they stand in `text`, where they were joined to be read as one or written as names are."""
    for match in _ONE_WORD.finditer(text):
        words = words.replace(re.sub(r"\s", "-", match.group()), match.group())
    stands = None if words in text else re.search(re.escape(words), text, re.IGNORECASE)
    return stands.group() if stands else words


def _is_title(words: str) -> bool:
    return len(words.split()) <= TITLE_WORDS and not _SOMEONE_SPEAKS.search(words)


def _denial(match: re.Match[str]) -> str:
    """Blank, unless it is no opening but the sentence itself: "No one speaks French", "Sorry I am late"."""
    return _blank(match) if re.search(r"[,.:;!–—-]\s*$", match.group()) else match.group()


def _read_words(match: re.Match[str]) -> str:
    """A link at the same length, with nothing but the words that a reader sees."""
    begin, end = (place - match.start() for place in match.span("words"))
    return UNREAD * begin + match["words"] + UNREAD * (len(match.group()) - end)


def _blank(match: re.Match[str]) -> str:
    return re.sub(r"[^\n]", " ", match.group())
