"""A parse in which a name right after its role hangs on it, as in "my brother-in-law Matteo lives in Trieste"."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from assistant.extraction.statements import VERBS, lemma
from assistant.extraction.vocabulary import PETS, ROLES, STATES

if TYPE_CHECKING:
    from spacy.tokens import Doc, Token

_BEFORE = frozenset({"amod", "nmod", "dep", "compound"})
_SIDES = frozenset({"nsubj", "nsubjpass", "dobj", "pobj", "attr", "npadvmod", "dep"})


@dataclass(slots=True)
class Changes:
    """What is to be different in a parse. It is built anew with them: writing to its tokens in place harms the memory
    of the process (seen with spaCy 3.8.18), so that much later and elsewhere something else fails.
    """

    doc: Doc
    heads: dict[int, int] = field(default_factory=dict)
    deps: dict[int, str] = field(default_factory=dict)
    tags: dict[int, str] = field(default_factory=dict)
    kinds: dict[int, str] = field(default_factory=dict)

    def put(self, token: Token, *, head: Token | None = None, dep: str = "", tag: str = "", pos: str = "") -> None:
        if head is not None:
            self.heads[token.i] = head.i
        for written, said in ((self.deps, dep), (self.tags, tag), (self.kinds, pos)):
            if said:
                written[token.i] = said

    def made(self) -> Doc:
        """The parse with the changes; the same where there are none."""
        if not (self.heads or self.deps or self.tags or self.kinds):
            return self.doc
        from spacy.tokens import Doc

        tokens = list(self.doc)
        return Doc(
            self.doc.vocab,
            words=[token.text for token in tokens],
            spaces=[bool(token.whitespace_) for token in tokens],
            tags=[self.tags.get(token.i, token.tag_) for token in tokens],
            pos=[self.kinds.get(token.i, token.pos_) for token in tokens],
            lemmas=[token.lemma_ for token in tokens],
            heads=[self.heads.get(token.i, token.head.i) for token in tokens],
            deps=[self.deps.get(token.i, token.dep_) for token in tokens],
            ents=[f"{one.ent_iob_}-{one.ent_type_}" if one.ent_type_ else "O" for one in tokens],
        )


def mended(doc: Doc) -> Doc:
    """`doc` as it was meant: the parser gives a verb two subjects where a name that it does not know follows."""
    for rules in (MISTAKEN, MISPLACED):
        for place in range(len(doc)):
            for rule in rules:
                changes = Changes(doc)
                rule(doc[place], changes)
                doc = changes.made()
    return doc


def _role_beside(role: Token, changes: Changes) -> None:
    """ "my neighbour Rolf and his wife Siv"."""
    before = role.nbor(-1) if role.i and role.dep_ == "appos" else role
    if before.lower_ in ROLES and before not in (role, role.head) and _is_owned(before):
        changes.put(role, head=before)


def _name_after_role(role: Token, changes: Changes) -> None:
    """ "my sister Anna lives ...": where both are taken for subjects."""
    if role.lower_ in ROLES.keys() | PETS and role.dep_ in _SIDES and role.i + 1 < len(role.doc):
        name = role.nbor(1)
        if _is_written_as_name(name) and name.head == role.head and name.dep_ in _SIDES and _is_owned(role):
            changes.put(name, head=role, dep="appos", tag="NNP", pos="PROPN")


def _role_in_name(role: Token, changes: Changes) -> None:
    """ "my brother-in-law Matteo": where the role is taken for an adjective of the name."""
    if role.lower_ in ROLES.keys() | PETS and role.head.i == role.i + 1 and role.dep_ in _BEFORE:
        changes.put(role, dep="compound")
        for owner in [child for child in role.children if child.dep_ == "poss"]:
            changes.put(owner, head=role.head)


def _subject_after(role: Token, changes: Changes) -> None:
    if role.dep_ == "conj" and role.pos_ in {"NOUN", "PROPN"} and role.right_edge.i + 1 < len(role.doc):
        _becomes_subject(role, role.right_edge.nbor(1), changes)


def _verb_after_name(name: Token, changes: Changes) -> None:
    """ "Greta lives near Lund": where the name is taken for the verb, the verb is taken for its object."""
    if name.dep_ != "ROOT" or name.pos_ not in {"PROPN", "NOUN"} or name.i + 1 >= len(name.doc):
        return
    verb = name.nbor(1)
    if not name.text[:1].isupper() or verb.head != name or verb.dep_ not in {"dobj", "appos", "conj", "dep"}:
        return
    if not verb.lower_.endswith("s") or lemma(verb) not in VERBS:
        return
    subject = next((child for child in name.children if child.dep_ == "nsubj" and child.i == name.i - 1), None)
    others = [child for child in name.children if child not in (verb, subject)]
    changes.put(verb, head=verb, dep="ROOT", tag="VBZ", pos="VERB")
    for child in others:
        if child.i > verb.i:
            changes.put(child, head=verb)
    changes.put(name, tag="NNP", pos="PROPN")
    if subject is not None:  # "My wife Tove works ..."
        changes.put(subject, head=verb)
        changes.put(name, head=subject, dep="appos")
    else:
        changes.put(name, head=verb, dep="nsubj")


def _verb_before_noun(verb: Token, changes: Changes) -> None:
    """ "Theo has epilepsy": where the illness is taken for the verb that "has" helps."""
    noun = verb.head
    if verb.dep_ != "aux" or verb.lower_ not in {"has", "have"} or noun.tag_ not in {"NN", "NNS", "NNP"}:
        return
    if noun.dep_ != "ROOT" or noun.i < verb.i:
        return
    others = [child for child in noun.children if child != verb and child.i < verb.i]
    changes.put(verb, head=verb, dep="ROOT", pos="VERB")
    for child in others:
        changes.put(child, head=verb)
    changes.put(noun, head=verb, dep="dobj", pos="NOUN")


def _noun_after_state(verb: Token, changes: Changes) -> None:
    """ "allergic to shellfish": where the shellfish is taken for a verb."""
    to = verb.nbor(-1) if verb.i else verb
    if verb.dep_ != "xcomp" or verb.head.i != verb.i - 2 or to.dep_ != "aux" or any(True for _ in verb.rights):
        return
    if (verb.head.lower_, "to") in STATES:
        changes.put(to, head=verb.head, dep="prep")
        changes.put(verb, head=to, dep="pobj", tag="NN", pos="NOUN")


def _verb_after_role(verb: Token, changes: Changes) -> None:
    """ "my mum lives in Cork, ...": where "lives" is taken for a plural of something of hers."""
    role = verb.nbor(-1) if verb.i else verb
    if role.lower_ not in ROLES or role.head != verb or role.dep_ not in _BEFORE or verb.tag_ != "NNS":
        return
    if lemma(verb) not in VERBS or any(child.dep_ in {"nsubj", "nsubjpass"} for child in verb.children):
        return
    for owner in [child for child in verb.children if child.dep_ == "poss"]:
        changes.put(owner, head=role)
    changes.put(verb, tag="VBZ", pos="VERB")
    changes.put(role, dep="nsubj")
    if verb.dep_ not in {"ROOT", "conj", "ccomp"}:
        changes.put(verb, dep="ccomp")


def _split_pair(noun: Token, changes: Changes) -> None:
    """ "into ceramics and film photography": where the photography is taken for another part of the sentence."""
    if noun.dep_ != "conj" or noun.pos_ != "NOUN" or noun.i + 1 >= len(noun.doc) or any(True for _ in noun.rights):
        return
    whole = noun.nbor(1)
    if whole.dep_ == "attr" and whole.pos_ == "NOUN" and whole.head.i < noun.i and not any(True for _ in whole.lefts):
        changes.put(whole, head=noun.head, dep="conj")
        changes.put(noun, head=whole, dep="compound")


def _named_in_passing(role: Token, changes: Changes) -> None:
    """ "a sister, Leila, and two brothers, Sami and Karim": the names are taken for more of those whom one has."""
    if role.lemma_.lower() not in ROLES or role.i + 2 >= len(role.doc) or role.nbor(1).text != ",":
        return
    name = role.nbor(2)
    if name.dep_ != "conj" or name.head != role or name.pos_ != "PROPN" or role.dep_ not in {"dobj", "conj"}:
        return
    if not any(child.lower_ in {"a", "an", "one"} or child.dep_ == "nummod" for child in role.children):
        return
    changes.put(name, dep="appos")
    for other in [child for child in name.children if child.dep_ == "conj" and child.lemma_.lower() in ROLES]:
        changes.put(other, head=role)
        for sign in [child for child in name.children if child.dep_ in {"cc", "punct"} and child.i < other.i]:
            changes.put(sign, head=role)


def _becomes_subject(noun: Token, verb: Token, changes: Changes) -> None:
    """ "Ruth leads the team and her husband Omar is a baker": the parser joins the husband to the team."""
    if (
        verb.tag_ in {"VBZ", "VBP", "VBD"}
        and verb.dep_ in {"conj", "ccomp"}
        and not any(child.dep_ in {"nsubj", "nsubjpass"} for child in verb.children)
    ):
        changes.put(noun, head=verb, dep="nsubj")


def _is_written_as_name(token: Token) -> bool:
    return token.text[:1].isupper() and token.text.isalpha() and token.pos_ in {"PROPN", "NOUN", "ADJ"}


def _is_owned(role: Token) -> bool:
    return any(child.dep_ == "poss" for child in role.children)


Rule = Callable[["Token", Changes], None]
MISTAKEN: tuple[Rule, ...] = (  # one part of speech for another
    _verb_after_name,
    _verb_before_noun,
    _noun_after_state,
    _verb_after_role,
    _split_pair,
    _named_in_passing,
)
MISPLACED: tuple[Rule, ...] = (_role_beside, _name_after_role, _role_in_name, _subject_after)
