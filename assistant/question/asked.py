"""What words ask for: predicates by the words of a question, and what stands together."""

from __future__ import annotations

import re
from dataclasses import dataclass

from assistant.extraction.words.dates import WEEKDAYS
from assistant.extraction.words.nouns import words_of
from graph.retrieval.question.words import LIGHT as LIGHT_WORDS
from graph.retrieval.question.words import content_stems


@dataclass(frozen=True, slots=True)
class Asks:
    """Words of a question and the predicates they ask for; `where`, `when`, `what`, `how`, `who`, "with whom" and "not"
    narrow them.

    Those that are `loose` only hint at the answer: who likes mice does not eat them.
    """

    words: str
    predicates: str
    where: str = ""
    when: str = ""
    what: str = ""
    how: str = ""
    company: str = ""
    who: str = ""
    denied: str = ""
    loose: str = ""


# What somebody does not take, the surest first.
_NOT_EATEN = "allergic_to intolerant_to cannot_eat cannot_have does_not_eat avoids"
_NOT_DRUNK = "allergic_to intolerant_to cannot_drink cannot_have does_not_drink avoids"
_LEFT_OUT = f"{_NOT_EATEN} cannot_drink does_not_drink"
BESIDE = "report direct_report teammate team_member member colleague"  # by what others of a team are called
MEMBERS = f"{BESIDE} member_of works_on team"
GROUPS = (
    Asks("address", "address lives_on lives_near located_in lives_in", loose="located_in lives_in"),
    Asks(
        "live lives lived living reside resides residing city town country village home move moved",
        "lives_in located_in city address lives_on lives_near based_in lived_in grew_up_in",
        company="lives_with lived_with flatmate roommate",
    ),
    Asks("based", "based_in lives_in located_in works_at works_for works_in"),
    Asks(
        "work works working worked job jobs employer company firm profession occupation employed career workplace "
        "trade role",
        "works_at works_for works_as is_a works_on works_in employer profession occupation job worked_at worked_for "
        "worked_as was_a founded runs",
        where="works_at works_for works_in employer company teaches_at volunteers_at worked_at worked_for founded runs",
        what="works_as is_a profession occupation job works_on works_at works_for worked_as was_a",
        company="works_with worked_with colleague boss",
    ),
    Asks(
        "born birth birthday birthdate birthplace", "birthday born_on born_in", where="born_in", when="born_on birthday"
    ),
    Asks(
        "die dies died dead death passed alive",
        "died_of died_on died_in",
        where="died_in",
        when="died_on",
        what="died_of cause_of_death",
        how="died_of cause_of_death",
    ),
    Asks("marry marries wed", "married_to got_married wedding_anniversary", when="got_married wedding_anniversary"),
    Asks("marrying", "engaged_to partner married_to got_married", when="got_married"),
    Asks("medication medications medicine medicines pills tablets drugs", "takes"),
    Asks("old age aged", "age born_on birthday"),
    Asks("tall height", "height"),
    Asks("weigh weighs weight", "weight"),
    Asks("earn earns earning salary income wage wages", "earns salary income wage"),
    Asks(
        "like likes liked enjoy enjoys love loves hobby hobbies interests fan taste",
        "likes prefers interested_in plays collects",
        denied="dislikes allergic_to",
    ),
    Asks("think thinks opinion", "likes dislikes prefers thinks"),
    Asks("prefer prefers preferred preference preferences favourite favorite", "prefers likes"),
    Asks("hate hates dislike dislikes detest", "dislikes allergic_to"),
    Asks("stand abide", "dislikes", where="is_kept"),
    Asks("avoid avoids careful", f"{_LEFT_OUT} dislikes"),
    Asks(
        "allergic allergy allergies intolerant intolerance",
        "allergic_to intolerant_to cannot_eat cannot_drink cannot_have",
    ),
    Asks(
        "eat eats food foods tolerate dietary",
        f"{_NOT_EATEN} eats favourite_food dislikes likes is",
        denied=f"{_NOT_EATEN} dislikes is",
        loose="likes",
    ),
    Asks("diet", f"{_LEFT_OUT} is eats"),
    Asks(
        "drink drinks",
        f"drinks {_NOT_DRUNK} favourite_drink prefers likes",
        denied=f"{_NOT_DRUNK} dislikes",
        loose="prefers likes",
    ),
    Asks("speak speaks language languages fluent", "speaks"),
    Asks(
        "study studies studying studied university school degree college kindergarten nursery",
        "studies studies_at studied studied_at learns goes_to attends",
        where="studies_at studied_at goes_to attends",
    ),
    Asks("learn learns learning", "learns studies learned studied"),
    Asks("from originally origin hometown", "from born_in grew_up_in"),
    Asks("located location situated", "located_in lives_in"),
    Asks("own owns belong belongs owner", "owns owned_by owner pet"),
    Asks("lead leads led leader manage manages manager", "leads led_by lead leader manages managed_by manager boss"),
    Asks("wrote written author authors writer", "author authors written_by wrote writer"),
    Asks("use uses using used", "uses used"),
    Asks("band bands orchestra choir team squad", "plays_in plays_for sings_in member_of band team"),
    Asks("play plays instrument", "plays plays_in plays_for", where="plays_at"),
    Asks("gift gifts present presents", "likes prefers interested_in collects dislikes"),
    Asks("cost costs price", "costs price"),
    Asks("drive drives drove car cars", "drives owns"),
    Asks("illness illnesses condition conditions disease diseases suffer suffers wrong", "has is"),
    Asks("diagnosed", "has", who="diagnosed_by"),
    Asks("knows", "knows"),
    Asks("engaged", "engaged_to married_to"),
    Asks("single relationship", "partner married_to engaged_to"),
    Asks("anniversary wedding", "wedding_anniversary anniversary got_married wedding"),
    Asks("meet met", "met knows", where="met_at met_in", when="met"),
    Asks("email mail", "email email_address"),
    Asks("phone telephone", "phone phone_number"),
    Asks("colleague colleagues coworker coworkers", "colleague works_with"),
    Asks("employee employees staff", "employee"),
    Asks("deadline due", "due deadline"),
    Asks("breed", "breed is_a"),
    Asks("ip", "ip_address ip"),
    Asks("expire expires expired valid", "expires_on ends"),
    Asks("renew renews renewed renewal", "renews_on expires_on ends"),
    Asks("end ends", "ends"),
)
# What somebody would have to take back to say the other.
CONTRARY = {
    "likes": "dislikes",
    "eats": "does_not_eat",
    "drinks": "does_not_drink",
    "dislikes": "likes",
    "does_not_eat": "eats",
    "does_not_drink": "drinks",
}
# Of a general word the particular ones that a fact may have instead: who asks for children is told of a son.
PARTICULAR = {
    **dict.fromkeys(("child", "children", "kid", "kids"), "son daughter"),
    **dict.fromkeys(("sibling", "siblings"), "brother sister"),
    **dict.fromkeys(("parent", "parents"), "mother father"),
    **dict.fromkeys(("spouse", "partner"), "married husband wife"),
    **dict.fromkeys(("family", "household"), "married partner child son daughter"),
    **dict.fromkeys(("single", "relationship"), "partner married engaged"),
    **dict.fromkeys(("pet", "pets"), "dog cat"),
    **dict.fromkeys(("anniversary", "wedding"), "married"),
    **dict.fromkeys(("company", "firm", "employer"), "work run"),
    **dict.fromkeys(("profession", "occupation", "trade"), "job work"),
    **dict.fromkeys(("salary", "income", "wage", "wages"), "earn"),
    "earn": "salary",
    **{f"{day}s": day[:3] for day in WEEKDAYS},  # as a timetable has them
    "payday": "salary paid",
    "tall": "height",
    "height": "tall",
    "weight": "weigh",
    **dict.fromkeys(("die", "died", "death"), "drowned killed"),
    "diet": "eat vegetarian vegan allergic intolerant",
    "landlady": "landlord",
    **dict.fromkeys(("avoid", "careful"), "allergic intolerant eat drink dislike"),
}
# What somebody is that says what they eat.
DIETS = words_of(
    "vegan vegetarian veggie pescatarian coeliac celiac diabetic lactose-intolerant gluten-free kosher halal"
)
PLACES = "lives_in located_in is_kept works_at works_in studies_at from born_in grew_up_in lived_in"
TIMES = "birthday born_on deadline due date"
# These stand beside each other in one answer; of other predicates only the best one answers.
TOGETHER = frozenset(
    [
        "likes",
        "prefers",
        "interested_in",
        "plays",
        "collects",
        "dislikes",
        *_LEFT_OUT.split(),
        "works_as",
        "is_a",
        "works_at",
        "works_for",
    ]
)
FILLERS = content_stems(
    "know tell say said more else everything anything describe summarise summarize have remember mention "
    "now currently nowadays might may must myself ourselves"
)
LIGHT = LIGHT_WORDS | content_stems("much many long often want until till per")  # "salt: 2 %" needs none
# What somebody does, best first: who has no trade that is told, teaches or runs something.
DOING = (
    "works_as is_a profession occupation job works_at works_for works_on teaches runs founded studies works_in builds "
    "bakes coaches drives does worked_as was_a ran"
)
BEING = ("is_a", "works_as", "is")  # what somebody is: "is she a nurse?"
_IN_UNITS = re.compile(r"\b(?:how many|which|what) (days|weeks|months|years|hours|minutes)\b", re.IGNORECASE)


def unit_stems(question: str) -> frozenset[str]:
    """The stems of what time is asked in: "how many days was I away?" is not told by what is done every day."""
    return content_stems(" ".join(_IN_UNITS.findall(question)))
