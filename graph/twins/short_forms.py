"""Given names and their short forms: pure data, written for this project."""

from __future__ import annotations

_FAMILIES = """
alexander alex sasha sandro xander | alexandra alex sasha sandra | andrew andy drew | anthony tony | antonio toni
benjamin ben benny | catherine katherine kate katie cathy kathy | charles charlie chuck | christine chris christa tina
christopher chris kit | daniel dan danny | david dave | dorothy dot dottie | edward ed eddie ned ted
eleanor ellie nell nora | elizabeth liz lizzie beth betty eliza lisa | francis frank fran | franziska franzi
frederick fred freddie | gabriel gabe | gabriele gabi | gerald gerry jerry | gregory greg | hannah hanna hanni
heinrich heinz | henry harry hank | isabella isa bella | jacob jake | james jim jimmy jamie | johannes hannes hans
jonathan jon jonny | jose pepe | josef sepp | joseph joe joey | joshua josh | juergen jurgen | katarzyna kasia
kenneth ken kenny | kristina kristin | lawrence larry | leonard len leo lenny | leonardo leo | ludwig lutz
magdalena lena magda | malgorzata gosia | margaret maggie meg peggy greta | margarete grete gretel | maria mia mimi
martina tina | matthew matt | maximilian max maxi | michael mike mick mickey | michal misiek | nicholas nick
nikolaus niko klaus | pamela pam | patricia pat patty trish | patrick pat paddy | peter pete | philip phil
rebecca becky | richard rick dick rich | robert rob bob bobby robbie | ronald ron | rosemary rosie | samantha sam
samuel sam sammy | sebastian seb basti | stanislaw staszek | stefan steffen | stephen steve | steven steve
susan sue susie | theodore theo ted | theresa terry tess | thomas tom tommy | tomasz tomek | ursula uschi
valerie val | victoria vicky | vincent vince | walter walt | wilhelm willi | william will bill billy liam
wojciech wojtek | zbigniew zbyszek | krzysztof krzysiek | agnieszka aga | aleksandra ola | joanna asia | francisco paco
guillermo memo | ignacio nacho | dolores lola | giuseppe beppe | luigi gigi | dmitri dima | vladimir vova volodya
yekaterina katya | nadezhda nadya | mikhail misha | ivan vanya | aikaterini katerina | konstantinos kostas
"""


def _shared() -> dict[str, frozenset[int]]:
    found: dict[str, set[int]] = {}
    families = [family.split() for line in _FAMILIES.strip().splitlines() for family in line.split("|")]
    for number, family in enumerate(families):
        for name in family:
            found.setdefault(name, set()).add(number)
    return {name: frozenset(numbers) for name, numbers in found.items()}


SHARED = _shared()


def are_forms(one: str, other: str) -> bool:
    """Whether two given names (folded) can be forms of one name."""
    return bool(SHARED.get(one, frozenset()) & SHARED.get(other, frozenset()))
