"""Whether a message is in the language that the rules know: English, by the share of its commonest words."""

from __future__ import annotations

import re

from assistant.extraction.words.nouns import words_of

# Without those that other languages have too: in, a, an, me, so, no, or.
COMMONEST = words_of(
    "the be is am are was were to of and that have has had i it for not on with he she as you do does "
    "did at this but his her by from they we say will my one all would there their what up out if "
    "about who get which go when can like just him know take people into your good some could them see "
    "other than then now look only come its over think also after use how our work first well even new want "
    "because any these give most us im ive dont called lives works loves likes name named live love moved "
    "born monday tuesday wednesday thursday friday saturday sunday january february march june july october december"
)
# Words that a short sentence of another language has, without what is English or somebody's name too.
COMMON_ELSEWHERE = {
    word
    for words in (
        # German
        "ich ist und der das dem des ein eine einen einem einer kein keine keinen mein meine meinen meiner unser "
        "unsere dein ihr sein nicht sie er wir mich dich sich auf von vom zu zum zur bei beim nach als auch aus für "
        "seit wird werden wurde haben habe hatte wohnt wohne heißt heißen heiße arbeitet kommt mag hat geboren "
        "geburtstag heute morgen gestern montag dienstag mittwoch donnerstag freitag samstag sonntag",
        # Dutch
        "ik het een mijn onze hoe oud wat niet voor naar heeft heb zijn woon woont werkt werk "
        "houdt heet jarig morgen gisteren",
        # French
        "je suis mon ma nos notre le la les et est vit une un du des chez dans avec pour sur qui que aux "
        "habite travaille aime demain hier sœur frère ans deux trois",
        # Spanish, Portuguese, Italian
        "yo mi mis el los las es vive una uno con por para su muy tiene tengo trabaja hijos hermana hermano mañana "
        "hoy eu sou minha meu moro mora em uma um num numa os da ao não trabalha tem irmã irmão amanhã io sono mio il "
        "che di ho abito abita lavora lavoro sorella fratello domani ieri oggi della nel alla anni",
        # Swedish, Danish, Norwegian
        "jag jeg och og är er mitt inte ikke som på av til bor arbetar arbejder heter hedder syster søster "
        "bror morgen imorgen har",
        # Polish, Czech, Turkish, Finnish, Hungarian
        "jest nie się mam ma mój moja moje siostra mieszka dwa dwie jsem moje sestra bydlí bir ve benim bu çok "
        "kız var ja minä olen minun sisareni asuu én vagyok egy nem",
    )
    for word in words_of(words)
}
ENOUGH = 0.15  # of the words; plain English has .35 to .6, other Latin-script languages below .08
AT_LEAST = 0.08  # a sentence full of names, where nothing speaks for another language
TOO_SHORT_TO_TELL = 8  # words; "Tidewater Press printed Tide Tables" has no common word at all
_WORD = re.compile(r"[^\W\d_]+(?:['’][^\W\d_]+)?")
_APOSTROPHE = re.compile(r"['’].*")


def is_english(text: str) -> bool:
    """True when enough of the words are common English ones; fewer do where no other language speaks against it."""
    words = _words(text)
    if not words or sum(not word.isascii() for word in words) > len(words) / 2:
        return False
    english, other = _common(words)
    if not other and english and sum(map(str.isdigit, text)) > len(words):
        return True  # a list of names and days: "Mia * 17.2.2007"
    if english >= ENOUGH * len(words):
        return english >= other
    if other or not english:
        return not other and len(words) <= TOO_SHORT_TO_TELL
    return len(words) <= TOO_SHORT_TO_TELL or english >= AT_LEAST * len(words)


def is_foreign(text: str) -> bool:
    """Whether more of its common words are those of another language: "Am Freitag war Oma da"."""
    english, other = _common(_words(text))
    return other > english


def _words(text: str) -> list[str]:
    return [_APOSTROPHE.sub("", word.casefold()) for word in _WORD.findall(text)]


def _common(words: list[str]) -> tuple[int, int]:
    """How many of the words are common English ones, and how many those of other languages."""
    english = sum(word in COMMONEST and (word != "am" or "i" in words) for word in words)
    return english, sum(word in COMMON_ELSEWHERE for word in words)
