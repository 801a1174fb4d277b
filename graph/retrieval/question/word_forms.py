"""The forms of English words that no ending tells: "wrote" and "written" are of "write", "death" is of "die"."""

from __future__ import annotations

_PAST = """
become became; begin began begun; bend bent; bite bit bitten; blow blew blown; break broke broken; bring brought;
build built; buy bought; catch caught; choose chose chosen; come came; creep crept; deal dealt; dig dug;
draw drew drawn; drink drank drunk; drive drove driven; eat ate eaten; fall fell fallen; feed fed; feel felt;
fight fought; find found; forget forgot forgotten; forgive forgave forgiven; freeze froze frozen;
get got gotten; give gave given; go goes going went gone; grow grew grown; hang hung; hear heard; hide hid hidden;
hold held;
keep kept; know knew known; lay laid; lead led; leave left; lend lent; lose lost; make made; mean meant; meet met;
pay paid; ride rode ridden; ring rang rung; run ran; see saw seen; seek sought; sell sold; send sent; sew sewn;
shake shook shaken; shoot shot; show shown; shrink shrank shrunk; sing sang sung; sink sank sunk; sit sat; sleep slept;
speak spoke spoken; spend spent; stand stood; steal stole stolen; stick stuck; strike struck; sweep swept;
swim swam swum; take took taken; teach taught; tear tore torn; think thought; throw threw thrown;
understand understood; wake woke woken; wear wore worn; win won; write wrote written;
bear bore borne born; die died; fly flew flown;
beat beaten; bleed bled; breed bred; burn burnt; dream dreamt; flee fled; forbid forbade forbidden; learn learnt;
mistake mistook mistaken; overtake overtook overtaken; smell smelt; spill spilt; spin spun; spoil spoilt;
swear swore sworn; swell swollen; swing swung; undergo underwent undergone; weave wove woven; weep wept;
withdraw withdrew withdrawn
"""
_OTHERS = """
bear birth births dob; die dies dying death deaths; marry marriage; weigh weight weights;
fly flight flights; rehearse rehearsal rehearsals;
arrive arrival; depart departure; choose choice; advise advice; practise practice; license licence;
phone telephone telephones tel;
publish publication publications; locate location locations; produce production productions; compose composition;
educate education; employ employment; establish establishment; graduate graduation; nominate nomination nominations;
elect election elections; adapt adaptation adaptations; create creation; reside residence; translate translation;
agree agreement; apologise apology apologies; attend attendance; complain complaint complaints;
decide decision decisions; deliver delivery deliveries; diagnose diagnosis; inherit inheritance; insure insurance;
invite invitation invitations; operate operation operations; propose proposal proposals; pay payment payments;
recommend recommendation recommendations; retire retirement; treat treatment treatments;
bicycle bike bikes; examination exam exams; favourite fave favorite; laboratory lab labs; medication meds;
photograph photo photos; refrigerator fridge; television tv telly; university uni; vegetarian veggie veggies;
february feb; april apr; august aug; september sept sep; october oct; november nov; december dec;
child children; man men; woman women; person people; foot feet; tooth teeth; mouse mice; wife wives
"""


def _base(forms: str) -> dict[str, str]:
    return {form: said.split()[0] for said in forms.split(";") for form in said.split()[1:]}


PAST = frozenset(_base(_PAST))  # what has been is told by these
BASE = _base(_PAST) | _base(_OTHERS)
