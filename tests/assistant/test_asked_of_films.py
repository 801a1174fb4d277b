"""A curated graph of films, kings and pictures is asked for what is shared, for when and how, and for what a museum
that has something has; also without a question mark, and of who is "the First" (N35, J12)."""

from __future__ import annotations

import pytest

from assistant.without_model.writing import NOT_SAID
from tests.assistant.curated import curated, says

pytestmark = pytest.mark.django_db(transaction=True)

FACTS = [
    ("Quiet Island", "directed_by", "Rosa Gjerde"),
    ("Quiet Island", "written_by", "Milo Corvi"),
    ("Quiet Island", "starred_actors", "Petra Jansky"),
    ("Quiet Island", "starred_actors", "Ulf Lang"),
    ("Quiet Island", "release_year", "1984"),
    ("Velvet Road", "directed_by", "Rosa Gjerde"),
    ("Velvet Road", "written_by", "Iris Quist"),
    ("Velvet Road", "starred_actors", "Tilda Aalto"),
    ("Velvet Road", "release_year", "1991"),
    ("Iron Clock", "directed_by", "Hugo Castell"),
    ("Iron Clock", "starred_actors", "Petra Jansky"),
    ("Iron Clock", "written_by", "Iris Quist"),
    ("Iron Clock", "release_year", "1984"),
    ("Paper Bridge", "directed_by", "Olga Wiberg"),
    ("Paper Bridge", "starred_actors", "Rosa Gjerde"),
    ("Paper Bridge", "release_year", "1984"),
    ("Queen Berit I", "succeeded_by", "King Aldric II"),
    ("King Harald IV", "succeeded_by", "Queen Berit I"),
    ("Queen Berit I", "consort", "Tobin Brekke"),
    ("Queen Berit I", "child", "Vera Drozd"),
    ("Vera Drozd", "pupil_of", "Yann Nemeth"),
    ("Little Landscape", "painted_by", "Yann Nemeth"),
    ("Little Landscape", "hangs_in", "Askov Museum"),
    ("Askov Museum", "curator", "Lena Marek"),
    ("Yann Nemeth", "birthplace", "Halvik"),
    ("Old Mill", "signature_dish", "onion tart"),
    ("onion tart", "contains", "butter"),
    ("Old Mill", "serves", "leek soup"),
    ("Blue Heron", "serves", "onion tart"),
    ("Yann Nemeth", "apprenticed_under", "Rosa Gjerde"),
    ("Ulf Lang", "apprenticed_under", "Yann Nemeth"),
    ("Halvik", "country", "Belmark"),
    ("Belmark", "official_language", "Belmarkian"),
    ("Askov Museum", "located_in", "Askov"),
    ("Halvik Gallery", "city", "Halvik"),
    ("Askov Museum", "owned_by", "Ostra Arts"),
    ("Ostra Arts", "headquarters", "Halvik"),
]
VALUES = [
    ("Queen Berit I", "year_of_birth", "1200"),
    ("Queen Berit I", "crowned_in", "1220"),
    ("Queen Berit I", "died_in", "1250"),
    ("Queen Berit I", "cause_of_death", "a fall from a horse"),
    ("King Aldric II", "died_in", "1271"),
    ("King Aldric II", "cause_of_death", "a fever"),
    ("Little Landscape", "year_painted", "1951"),
    ("Yann Nemeth", "year_of_death", "1964"),
    ("Askov Museum", "opening_hours", "9 to 6"),
    ("Halvik", "population", "120000"),
    ("Marta Quist", "height", "182 cm"),
    ("Piotr Lang", "height", "175 cm"),
    ("EA322", "flight_time", "7 hours"),
]
ANSWERS = {
    # What is shared is walked back, and what else is asked for from there.
    "when were the films that share a director with Quiet Island released": "Velvet Road's release year is 1991.",
    "who directed the films that share actors with Quiet Island": "Iron Clock was directed by Hugo Castell.",
    "the films with the same director as Quiet Island were written by who": "Velvet Road was written by Iris Quist.",
    "who starred in the movies by the director of Quiet Island": "Velvet Road's starred actors include Tilda Aalto.",
    "who did Petra Jansky star alongside": "Quiet Island's starred actors include Ulf Lang.",
    # Without its mark, and with what it asks for at its end.
    "who directed the films Petra Jansky acted in": "Iron Clock was directed by Hugo Castell.",
    "Iron Clock was directed by who": "Iron Clock was directed by Hugo Castell.",
    "can you name a film directed by Hugo Castell": "Iron Clock was directed by Hugo Castell.",
    "in what year was the film Velvet Road released": "Velvet Road's release year is 1991.",
    "Rosa Gjerde was the director of which films": "Velvet Road was directed by Rosa Gjerde.",
    # "I" is who asks only where no name ends with it, and a number alone may be a year long ago.
    "When was Queen Berit I born?": "Queen Berit I's year of birth is 1200.",
    "When was Queen Berit I crowned?": "Queen Berit I crowned in 1220.",
    "When did the successor of Queen Berit I die?": "King Aldric II died in 1271.",
    "How did Queen Berit I die?": "Queen Berit I's cause of death is a fall from a horse.",
    "What did King Aldric II die of?": "King Aldric II's cause of death is a fever.",
    "Who was Queen Berit I married to?": "Queen Berit I's consort is Tobin Brekke.",
    "Which children did Queen Berit I have?": "Vera Drozd is Queen Berit I's child.",
    # The way: who came before and after, and of whom one was the pupil.
    "Who came before Queen Berit I?": "King Harald IV was succeeded by Queen Berit I.",
    "Who came after Queen Berit I?": "Queen Berit I was succeeded by King Aldric II.",
    "Who was Vera Drozd's teacher?": "Vera Drozd is the pupil of Yann Nemeth.",
    # What is known of a thing by its kind, when it was made, and no number of who.
    "When was Little Landscape painted?": "Little Landscape's year painted is 1951.",
    "Who is the curator of the museum that has Little Landscape?": "Askov Museum's curator is Lena Marek.",
    "In which city is the Halvik Gallery?": "Halvik Gallery's city is Halvik.",
    "Who is the curator of the museum with Little Landscape?": "Askov Museum's curator is Lena Marek.",
    "When is the Askov Museum open?": "Askov Museum's opening hours are 9 to 6.",
    "Which dishes contain butter?": "Onion tart contains butter.",
    "What dishes does Old Mill serve?": "Old Mill serves leek soup.",
    "Who is taller, Marta Quist or Piotr Lang?": "Marta Quist's height is 182 cm.",
    "Who taught Yann Nemeth?": "Yann Nemeth apprenticed under Rosa Gjerde.",
    "What language do people speak in Halvik?": "Belmark's official language is Belmarkian.",
    "Which town is Askov Museum in?": "Askov Museum is in Askov.",
}
ELSE = {  # what is told beside it would be wrong
    "when were the films that share a director with Quiet Island released": "1984",
    "who directed the films that share actors with Quiet Island": "Wiberg",
    "How did Queen Berit I die?": "1250",
    "Who came before Queen Berit I?": "Aldric",
    "When was Little Landscape painted?": "1964",
    "Which dishes contain butter?": "Old Mill",
    "What dishes does Old Mill serve?": "Blue Heron",
    "Who taught Yann Nemeth?": "Ulf Lang",
}


@pytest.fixture
def told(api, work, minilm):
    return curated(api, work, FACTS, VALUES)


def test_what_is_shared_and_when_and_how_is_told_n35_j12(told):
    answers = {question: told(question) for question in ANSWERS}
    wrong = {q: a for q, a in answers.items() if NOT_SAID in a or not says(a, ANSWERS[q])}
    assert wrong == {}
    assert {q: answers[q] for q, beside in ELSE.items() if beside in answers[q]} == {}
