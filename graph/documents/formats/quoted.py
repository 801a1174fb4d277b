"""What a mail says itself, apart from what it repeats of earlier ones and from how it is signed. Pure."""

from __future__ import annotations

import re
from typing import NamedTuple

# "On Mon, 5 May 2025 at 18:22, Lena Brandt <lena@example.org> wrote:", on two lines where it is long
_WROTE = re.compile(
    r"^[ \t]*(?:On|Am|Le|El|Il|Op|Den|På|Em|Dnia|W dniu)\b[^\n]{4,200}(?:\n[^\n]{1,160})?"
    r"\b(?:wrote|schrieb|a écrit|escribió|ha scritto|schreef|skrev|escreveu|napisał(?:\(a\))?)\b[^\n]{0,120}:[ \t]*$",
    re.MULTILINE,
)
_BEFORE = re.compile(
    r"^[ \t]*(?:-{2,}[ \t]*(?:Original Message|Original Appointment|Ursprüngliche Nachricht|Message d'origine"
    r"|Mensaje original|Messaggio originale)[ \t]*-{2,}[ \t]*$"
    r"|_{10,}[ \t]*\n+[ \t]*(?:From|Von|De|Da|Van|Fra)[ \t]*:"
    r"|(?:From|Von|De|Da|Van|Fra)[ \t]*:[^\n]+\n"
    r"[ \t]*(?:Sent|Date|Gesendet|Envoyé|Enviado|Inviato|Verzonden|Sendt)[ \t]*:)",
    re.MULTILINE,
)
_SENT_ON = re.compile(
    r"^[ \t]*(?:-{2,}[ \t]*(?:Forwarded message|Weitergeleitete Nachricht|Message transféré|Mensaje reenviado"
    r"|Messaggio inoltrato)[ \t]*-{2,}|Begin forwarded message:)[ \t]*$",
    re.MULTILINE | re.IGNORECASE,
)
_QUOTED = re.compile(r"(?:^[ \t]*>[^\n]*(?:\n|\Z))+", re.MULTILINE)
_MARK = re.compile(r"^[ \t]*(?:>[ \t]*)+", re.MULTILINE)
_LONGEST = 300  # characters of what is quoted right before it is answered
_SIGNED = re.compile(r"^-- ?$", re.MULTILINE)
_SENT_FROM = re.compile(r"^(?:Sent|Gesendet|Envoyé) (?:from|via|von|mit|de|depuis) [^\n]{1,60}\s*\Z", re.MULTILINE)
_BARE = re.compile(r"[^\w' -]|^\s+|\s+$")
_FAREWELL = re.compile(  # "Kind regards,", "All the best"
    r"(?:[^\W\d_]+ ){0,3}(?:regards|best|wishes|greetings|love|cheers|thanks|you|hugs|kisses|sincerely|yours|truly|bye"
    r"|xx?|Grüßen?|Gruß|LG|VG|MfG|hilsen|mvh|klem|hälsningar|groet(?:en|jes)?|cordialement|salutations|bises|saludos"
    r"|abrazos?|saluti|abraços?|pozdrowieniami)(?: (?:to|from) [^\W\d_]+(?: [^\W\d_]+)?)?[,!.]?",
    re.IGNORECASE,
)
_GAP = re.compile(r"\n{3,}")


class Parted(NamedTuple):
    """What is said in a mail, what its writer always puts below, and the mails that are sent on below that, each with
    the lines above it."""

    says: str
    signature: str
    sent_on: tuple[str, ...]


def parted(text: str, who: str = "") -> Parted:
    """A mail by its parts; `who` wrote it, whose name at its end says nothing.

    What it repeats of the mail that it answers is left out, but for the words right above an answer to them, without
    which that says nothing: "> And the recipe?", and then "200 g of butter".
    """
    own, *sent_on = _SENT_ON.split(text.replace("\r\n", "\n"))
    own = _before_earlier(own)
    signed = _SIGNED.search(own)
    says, signature = (own[: signed.start()], _QUOTED.sub("", own[signed.end() :])) if signed else (own, "")
    says = _QUOTED.sub(_answered, _SENT_FROM.sub("", says.rstrip()))
    says = _GAP.sub("\n\n", says).strip()
    return Parted(_unsigned(says, who), signature.strip(), tuple(one.strip() for one in sent_on if one.strip()))


def _before_earlier(text: str) -> str:
    """A mail up to the one that it answers; what is written among its lines, which are marked then, stays."""
    wrote = _WROTE.search(text)
    if wrote is not None:
        below = text[wrote.end() :]
        is_among = below.lstrip().startswith(">") and bool(_QUOTED.sub("", below).strip())
        text = _WROTE.sub("", text) if is_among else text[: wrote.start()]
    before = _BEFORE.search(text)
    return text[: before.start()] if before else text


def _answered(quoted: re.Match[str]) -> str:
    """Of what is quoted the last paragraph, if something follows that answers it."""
    last = _MARK.sub("", quoted[0]).strip().rpartition("\n\n")[2]
    is_answered = bool(quoted.string[quoted.end() :].strip())
    return f"\n> {' '.join(last.split())}\n\n" if is_answered and 0 < len(last) <= _LONGEST else ""


def _unsigned(says: str, who: str) -> str:
    """Without the name of who wrote it at the end, and the farewell before it."""
    lines = says.rstrip().split("\n")
    regards, _, name = lines[-1].rpartition(",")
    names = {who.casefold(), *who.casefold().split(), who[:1].casefold()}
    if len(lines) == 1 or _BARE.sub("", name).casefold() not in names or not _is_farewell(regards):
        return says
    above = "\n".join(lines[:-1]).rstrip()
    rest, _, last = above.rpartition("\n")
    return rest.rstrip() if rest and last and not regards and _is_farewell(last) else above


def _is_farewell(line: str) -> bool:
    return not line.strip() or _FAREWELL.fullmatch(line.strip()) is not None
