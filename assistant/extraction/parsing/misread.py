"""Words that the tagger or the parser takes for something else, put right one by one."""

from __future__ import annotations

from typing import TYPE_CHECKING

from assistant.extraction.parsing import misread_verbs
from assistant.extraction.parts.occupations import is_trade
from assistant.extraction.words.base_forms import VERBS, lemma
from assistant.extraction.words.nouns import words_of
from assistant.extraction.words.role_words import ROLES
from assistant.extraction.words.vocabulary import PERSON, STATES

if TYPE_CHECKING:
    from spacy.tokens import Token

_SHORT = {"m": "be", "re": "be", "s": "be", "ve": "have"}  # what "im", "youre", "hes" and "ive" end in
_NAMES_TOO = words_of("precious sunny happy merry ernest frank clement prudent innocent blessed")
_OF_KINDS = words_of(
    "jab shot vaccination vaccine booster test exam check-up appointment course class lesson licence license insurance "
    "policy subscription membership"
)
_NOBODY = words_of("someone somebody anyone nobody royalty work money music")


def put_right(token: Token) -> None:
    """Whatever is known to be misread of this word, in place."""
    _role_like_name(token)
    _letters_of_number(token)
    _name_like_quality(token)
    _quality_like_name(token)
    _thing_behind_its_kind(token)
    _short_form(token)
    _name_like_modal(token)
    misread_verbs.as_subject(token)
    misread_verbs.among_nouns(token)
    misread_verbs.after_age(token)
    _name_before_verb(token)
    _name_behind_kind(token)
    misread_verbs.after_name(token)
    misread_verbs.before_noun(token)
    misread_verbs.as_auxiliary(token)
    _noun_after_state(token)
    _name_after_state(token)
    misread_verbs.after_role(token)
    misread_verbs.behind_trade(token)
    misread_verbs.after_names(token)
    _split_pair(token)
    _named_in_passing(token)
    _name_beside_role(token)
    _names_told_apart(token)
    _part_time(token)
    _left_out(token)
    _called_behind_place(token)


def _short_form(verb: Token) -> None:
    """ "im a baker", "hes my cousin": the tokenizer parts them, the lemmatizer does not know the second half."""
    if verb.lower_ in _SHORT and verb.i and verb.tag_ in {"VBP", "VBZ"}:
        before = verb.nbor(-1)
        if not before.whitespace_ and before.pos_ in {"PRON", "DET"}:
            verb.lemma_ = _SHORT[verb.lower_]


def _role_like_name(role: Token) -> None:
    """ "my nan": a role that the tagger takes for a name; "my youngest" is no "young"."""
    if role.lower_ in ROLES and role.tag_ == "JJS":
        role.lemma_ = role.lower_
    if role.tag_ == "NNP" and role.text.islower() and role.text in ROLES and is_owned(role):
        role.tag_, role.pos_ = "NN", "NOUN"


def _letters_of_number(letters: Token) -> None:
    """ "My VAT number is BE 0712.345.678": no bidding to be so many."""
    behind = letters.nbor(1) if letters.i + 1 < len(letters.doc) else letters
    if letters.is_upper and letters.tag_ == "VB" and behind.text[:1].isdigit() and letters.head.lemma_ == "be":
        letters.tag_, letters.pos_, letters.dep_ = "NNP", "PROPN", "attr"


def _name_like_quality(name: Token) -> None:
    """ "Pavel works for the railway", "Pavel lives in Gdynia": a name that the tagger takes for an adjective."""
    verb = name.head
    if name.tag_ != "JJ" or not name.text.istitle() or any(True for _ in name.lefts) or verb.i != name.i + 1:
        return
    if name.dep_ == "amod" and verb.lower_ == "lives" and verb.i + 1 < len(name.doc) and verb.nbor(1).dep_ == "prep":
        verb.tag_, verb.pos_, name.dep_ = "VBZ", "VERB", "nsubj"
    if name.dep_ == "nsubj" and verb.tag_ in {"VBZ", "VBD"}:
        name.tag_, name.pos_ = "NNP", "PROPN"


def _quality_like_name(name: Token) -> None:
    """ "My best friend is Precious": in capitals it is what she is called."""
    subject = next((one for one in name.head.children if one.dep_ == "nsubj"), None)
    if name.dep_ != "acomp" or name.tag_ != "JJ" or name.lower_ not in _NAMES_TOO or not name.text.istitle():
        return
    if subject is not None and subject.lower_ in ROLES and is_owned(subject) and name.head.lemma_ == "be":
        name.tag_, name.pos_, name.dep_ = "NNP", "PROPN", "attr"


def _thing_behind_its_kind(thing: Token) -> None:
    """ "My yellow fever jab is on ...": taken for another name of the fever."""
    kind = thing.head
    if thing.dep_ != "appos" or thing.tag_ != "NN" or thing.i != kind.i + 1 or thing.lower_ not in _OF_KINDS:
        return
    if kind.tag_ != "NN" or kind.dep_ == "ROOT":
        return
    thing.head, thing.dep_ = kind.head, kind.dep_
    for child in list(kind.children):
        if child.dep_ != "amod":
            child.head = thing
    kind.head, kind.dep_ = thing, "compound"


def _name_like_modal(name: Token) -> None:
    """ "will is my cousin": before a finite "is" there stands no modal verb, but somebody's name."""
    if name.tag_ != "MD" or name.i + 1 >= len(name.doc) or name.i != name.sent.start:
        return
    verb = name.nbor(1)
    if verb.tag_ in {"VBZ", "VBD"} and name.head == verb:
        name.tag_, name.pos_, name.dep_ = "NNP", "PROPN", "nsubj"


def _name_before_verb(name: Token) -> None:
    """ "sara lou works for ...", "Anna studies medicine": where a name, or its second half, is taken for a part of
    the verb."""
    verb, first = name.head, name.nbor(-1) if name.i else name
    if name.dep_ not in {"compound", "amod"} or verb.i != name.i + 1 or verb.tag_ not in {"VBZ", "VBD"}:
        return
    if name.i == name.sent.start and name.tag_ == "NNP" and verb.dep_ == "ROOT" and lemma(verb) in VERBS:
        name.dep_ = "nsubj"
    elif name.tag_ == "NNP" and verb.dep_ == "conj" and first.lower_ in {"and", "but", ","} and lemma(verb) in VERBS:
        name.dep_ = "nsubj"  # "I support Villa, and Wale supports United"
    elif name.tag_ == first.tag_ == "NNP" and first.head == verb and first.dep_ == "nsubj":
        first.head, first.dep_ = name, "compound"
        name.dep_ = "nsubj"


def _name_behind_kind(name: Token) -> None:
    """ "Priya plays the wizard Adaeze and Marcus plays ...": taken for two who play, beside a wizard."""
    kind = name.nbor(-1) if name.i > name.sent.start else name
    other = next((child for child in name.children if child.dep_ == "conj" and child.tag_ == "NNP"), None)
    if name.dep_ != "nsubj" or name.tag_ != "NNP" or kind.dep_ != "dobj" or kind.tag_ != "NN" or other is None:
        return
    if kind.head == name.head or kind.left_edge.lower_ != "the":
        return
    other.head, other.dep_ = name.head, "nsubj"
    name.head, name.dep_ = kind.head, "dobj"
    for child in list(kind.children):
        child.head = name
    kind.head, kind.dep_ = name, "compound"


def _noun_after_state(verb: Token) -> None:
    """ "allergic to shellfish": where the shellfish is taken for a verb."""
    to = verb.nbor(-1) if verb.i else verb
    state = verb.nbor(-2) if verb.i > 1 else verb
    if verb.dep_ != "xcomp" or verb.head not in (state, state.head) or to.dep_ != "aux":
        return
    if any(child.dep_ != "prep" for child in verb.rights):
        return
    if (state.lower_, "to") in STATES:
        for when in list(verb.rights):
            when.head = state
        to.head, to.dep_ = state, "prep"
        verb.head, verb.dep_, verb.tag_, verb.pos_ = to, "pobj", "NN", "NOUN"


def _name_after_state(name: Token) -> None:
    """ "engaged to boris": a bare word, which stands for no thing one can be engaged to."""
    to = name.head
    if name.dep_ != "pobj" or name.tag_ != "NN" or name.i != to.i + 1 or any(True for _ in name.children):
        return
    says = STATES.get((to.head.lower_, to.lower_))
    if says is not None and says.object == PERSON and name.lower_ not in _NOBODY:
        name.tag_, name.pos_ = "NNP", "PROPN"


def _split_pair(noun: Token) -> None:
    """ "into ceramics and film photography": where the photography is taken for another part of the sentence."""
    if noun.dep_ != "conj" or noun.pos_ != "NOUN" or noun.i + 1 >= len(noun.doc) or any(True for _ in noun.rights):
        return
    whole = noun.nbor(1)
    if whole.dep_ == "attr" and whole.pos_ == "NOUN" and whole.head.i < noun.i and not any(True for _ in whole.lefts):
        whole.head, whole.dep_ = noun.head, "conj"
        noun.head, noun.dep_ = whole, "compound"


def _named_in_passing(role: Token) -> None:
    """ "a sister, Leila, and two brothers, Sami and Karim": the names are taken for more of those whom one has."""
    if role.lemma_.lower() not in ROLES or role.i + 2 >= len(role.doc) or role.nbor(1).text != ",":
        return
    name = role.nbor(2)
    if name.dep_ != "conj" or name.head != role or name.pos_ != "PROPN" or role.dep_ not in {"dobj", "conj"}:
        return
    if not any(child.lower_ in {"a", "an", "one"} or child.dep_ == "nummod" for child in role.children):
        return
    name.dep_ = "appos"
    for other in [child for child in name.children if child.dep_ == "conj" and child.lemma_.lower() in ROLES]:
        other.head = role
        for sign in [child for child in name.children if child.dep_ in {"cc", "punct"} and child.i < other.i]:
            sign.head = role


def _name_beside_role(name: Token) -> None:
    """ "her husband Mathieu and their twins, Léo and Zoé", "with my dentist, Dr. Novak, on Monday": taken for how or
    when it is done.
    """
    if name.dep_ not in {"advmod", "npadvmod", "dep"} or name.pos_ != "PROPN":
        return
    first = min([name, *(child for child in name.lefts if child.dep_ == "compound")], key=lambda one: one.i)
    if first.i < 2:
        return
    role = first.nbor(-2) if first.nbor(-1).text == "," else first.nbor(-1)
    if not is_owned(role) or role.pos_ != "NOUN":
        return
    is_one = first.nbor(-1).text == "," and (role.lower_ in ROLES or is_trade(role.lower_))
    is_one |= role.i == first.i - 1 and role.lower_ in ROLES and role.dep_ == "pobj"  # "with her partner Jochen"
    is_one = is_one and name.ent_type_ != "DATE"
    if is_one or (role.tag_ == "NNS" and role.lemma_.lower() in ROLES):
        name.head, name.dep_ = role, "appos"


def _part_time(time: Token) -> None:
    """ "I teach maths part-time": taken for what is taught, and given to the maths."""
    if time.lower_ != "time" or time.dep_ != "dobj" or time.i < 3 or time.nbor(-1).text != "-":
        return
    what = time.nbor(-3)
    if what.dep_ == "dative" and what.head == time.head and what.pos_ in {"NOUN", "PROPN"}:
        what.dep_, time.dep_ = "dobj", "npadvmod"


def _names_told_apart(name: Token) -> None:
    """ "Two girls, Temi who's 8 and Simi who's 5": where the second is taken for another of the girls."""
    role = name.head
    if name.dep_ != "conj" or name.pos_ != "PROPN" or role.tag_ != "NNS" or role.lemma_.lower() not in ROLES:
        return
    first = next((one for one in role.children if one.dep_ == "appos" and one.pos_ == "PROPN" and one.i < name.i), None)
    if first is not None:
        name.head = first


def is_owned(role: Token) -> bool:
    return any(child.dep_ == "poss" for child in role.children)


def _left_out(preposition: Token) -> None:
    """ "I'm allergic to wasps but not to bees": what "not" stands before is denied, and no second of the first."""
    is_second = (
        preposition.dep_ in {"prep", "conj"} and preposition.i > 2 and preposition.nbor(-2).lower_ in {"but", "and"}
    )
    if is_second and preposition.nbor(-1).dep_ == "neg" and preposition.nbor(-1).head == preposition:
        preposition.dep_ = "dep"


def _called_behind_place(called: Token) -> None:
    """ "I run a studio in Leith called Still Point": hung on what one does, and not on the studio."""
    if called.lower_ not in {"called", "named"} or called.dep_ != "advcl" or called.tag_ != "VBN":
        return
    things = [one for one in called.head.children if one.dep_ == "dobj" and one.i < called.i]
    if things and any(one.lower_ in {"a", "an"} for one in things[0].lefts):
        called.head, called.dep_ = things[0], "acl"
