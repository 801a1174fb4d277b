"""Pairs of entries with whether they are one, written for this project: true doubles, and near misses of every kind."""

from __future__ import annotations

from dataclasses import dataclass

Said = tuple[str, str, str]  # name, kind, facts as "relation=what; relation=#entry"


@dataclass(frozen=True)
class Pair:
    one: Said
    other: Said
    same: bool
    between: str = ""  # a relation in which the one stands to the other


def yes(one: Said, other: Said) -> Pair:
    return Pair(one, other, True)


def no(one: Said, other: Said, between: str = "") -> Pair:
    return Pair(one, other, False, between)


def person(name: str, said: str = "") -> Said:
    return name, "person", said


def firm(name: str, said: str = "") -> Said:
    return name, "organisation", said


def place(name: str, said: str = "") -> Said:
    return name, "place", said


def thing(name: str, kind: str = "concept", said: str = "") -> Said:
    return name, kind, said


PAIRS = [
    # one and the same
    yes(person("Jürgen Vogt", "works_at=#Halle Optik"), person("Juergen Vogt")),
    yes(person("Renée Dubois"), person("Renee Dubois", "works_at=#Atelier Nord")),
    yes(person("Søren Lund"), person("Soeren Lund")),
    yes(person("Łukasz Zając"), person("Lukasz Zajac")),
    yes(person("Jean-Luc Moreau", "lives_in=#Annecy"), person("Jean Luc Moreau")),
    yes(person("Dr. Ottilie Brandt"), person("Ottilie Brandt", "works_as=dentist")),
    yes(person("Prof. Amara Nwosu"), person("Amara Nwosu")),
    yes(person("Castellano, Rita"), person("Rita Castellano")),
    yes(person("PRIYA RAMANATHAN"), person("Priya Ramanathan", "likes=chess")),
    yes(person("Siobhan O'Leary"), person("Siobhán O’Leary")),
    yes(person("Tomasz Wierzba", "lives_in=#Gdynia; born_on=1987-03-03"), person("Tomek Wierzba", "lives_in=#Gdynia")),
    yes(person("Robert Ashcombe", "works_at=#Mill Lane Bakery"), person("Bob Ashcombe", "works_at=#Mill Lane Bakery")),
    yes(person("Elizabeth Farrow", "email=liz@farrow.example"), person("Liz Farrow", "email=liz@farrow.example")),
    yes(person("Katarzyna Nowicka", "married_to=#Piotr Nowicki"), person("Kasia Nowicka", "married_to=#Piotr Nowicki")),
    yes(person("Wilhelm Kröger", "lives_in=#Husum"), person("Willi Kröger", "lives_in=#Husum")),
    yes(person("Margaret Oyelaran", "works_at=#Lagos Print"), person("Peggy Oyelaran", "works_at=#Lagos Print")),
    yes(person("Henrik Aas", "works_at=#Bergen Film"), person("Henrik Aas (director)", "works_at=#Bergen Film")),
    yes(thing("Merkur (planet)", said="has=no moon"), thing("Merkur", said="has=no moon")),
    yes(person("Jonas R. Tveit", "lives_in=#Bodø"), person("Jonas Tveit", "lives_in=#Bodø")),
    yes(person("Maria Elena Quiroga", "works_at=#Clínica Sur"), person("Maria Quiroga", "works_at=#Clínica Sur")),
    yes(person("H. Abernathy", "owns=#Blue Heron"), person("Harriet Abernathy", "owns=#Blue Heron")),
    yes(person("J. R. Penhallow", "lives_in=#Fowey"), person("John Rowan Penhallow", "lives_in=#Fowey")),
    yes(person("Delphine", "works_at=#Café Lumen"), person("Delphine Arnaud", "works_at=#Café Lumen")),
    yes(person("Misha", "lives_in=#Tartu"), person("Mikhail Sokolov", "lives_in=#Tartu")),
    yes(
        person("Ingeborg Steinhauser", "works_at=#Alpenblick; lives_in=#Lienz"),
        person("Ingeborg Steinhausen", "works_at=#Alpenblick; lives_in=#Lienz"),
    ),
    yes(person("Ada Ferreira", "born_on=1990-01-02"), person("Ada Fereira", "born_on=1990-01-02")),
    yes(firm("Tidewater Press"), firm("Tidewater Press Ltd", "located_in=#Whitby")),
    yes(firm("Norrland Timber AB"), firm("Norrland Timber")),
    yes(firm("The Copper Kettle"), firm("Copper Kettle", "located_in=#Bath")),
    yes(firm("Baker & Sons"), firm("Baker and Sons")),
    yes(firm("Sankt-Annen-Apotheke"), firm("Sankt Annen Apotheke")),
    yes(
        firm("Society for Quiet Machines", "located_in=#Delft"),
        firm("SQM", "located_in=#Delft"),
    ),
    yes(place("St. Ives"), place("Saint Ives", "located_in=#Cornwall")),
    yes(place("Zürich"), place("Zurich")),
    yes(place("Mount Hallow"), place("Mt. Hallow")),
    yes(thing("Note Book", "thing"), thing("Notebook", "thing")),
    yes(thing("e-mail"), thing("email")),
    yes(thing("Harbour Atlas", "project"), thing("harbour atlas", "project", "part_of=#Winter list")),
    yes(thing("Café Society"), thing("Cafe Society")),
    yes(thing("Öresund Bridge", "thing"), thing("Oresund Bridge", "thing")),
    # true, and beyond what names and facts can show
    yes(person("Mum", "lives_in=#Ludlow"), person("Eileen Prothero", "lives_in=#Ludlow")),
    yes(person("The Duchess"), person("Georgiana Thwaite")),
    yes(firm("Big Blue", "located_in=#Armonk"), firm("Internationale Büromaschinen", "located_in=#Armonk")),
    yes(thing("ML"), thing("machine learning")),
    # near misses: families
    no(person("Sigrid Holm (painter)", "lives_in=#Voss"), person("Sigrid Holm (nurse)", "lives_in=#Voss")),
    no(person("Odd Vik"), person("Odd Vik (skier)", "lives_in=#Voss")),
    no(person("Anna Berg", "works_at=#Fjord Line"), person("Anna Bergman", "works_at=#Fjord Line")),
    no(person("Hanne Solberg"), person("Hanna Solberg")),
    no(person("Karl Lindqvist", "lives_in=#Umeå"), person("Carl Lindqvist", "lives_in=#Umeå"), "father"),
    no(person("George Hartnell Sr.", "lives_in=#Rye"), person("George Hartnell Jr.", "lives_in=#Rye")),
    no(person("George Hartnell III", "lives_in=#Rye"), person("George Hartnell II", "lives_in=#Rye")),
    no(person("Mr. Sandoval", "lives_in=#Taos"), person("Mrs. Sandoval", "lives_in=#Taos")),
    no(person("Robert Kettering", "works_at=#Kettering Clocks"), person("Bob Kettering", "works_at=#Kettering Clocks"), "son"),
    no(person("William Thorne", "born_on=1950-05-01"), person("Bill Thorne", "born_on=1978-11-30; lives_in=#Stroud")),
    no(person("Elena Marchetti", "mother=#Bianca"), person("Elisa Marchetti", "mother=#Bianca")),
    no(person("Maria Santos", "sister=#Ines Santos"), person("Marie Santos", "sister=#Ines Santos")),
    no(person("Jan Kowalczyk", "lives_in=#Łódź"), person("Jon Kowalczyk", "lives_in=#Łódź")),
    no(person("Thomas Ekdahl", "works_at=#Sea Rescue"), person("Thea Ekdahl", "works_at=#Sea Rescue")),
    no(person("Lars Hansen", "lives_in=#Odense"), person("Lars Hanson", "lives_in=#Odense")),
    no(person("Peter Johansen"), person("Peter Johansson")),
    no(person("Daniel Okafor"), person("Danielle Okafor")),
    no(person("Francis Doyle", "likes=jazz"), person("Frances Doyle", "likes=jazz")),
    no(person("Christine Vale"), person("Christina Vale")),
    no(person("Alexander Petrov", "works_at=#Volga Line"), person("Alexandra Petrov", "works_at=#Volga Line")),
    # near misses: same name, other person
    no(person("John Smith", "born_on=1961-04-04"), person("John Smith", "born_on=1994-08-19")),
    no(person("Mei Chen", "lives_in=#Taipei"), person("Mei Chen", "lives_in=#Toronto")),
    no(person("Anika", "works_at=#Linden School"), person("Anika", "works_at=#Harbour Office")),
    no(person("Pavel"), person("Pavel")),
    no(person("Sam", "lives_in=#Leith"), person("Samuel Boateng", "lives_in=#Accra")),
    no(person("Alex", "works_at=#Studio Nine"), person("Alexandra Reyes", "likes=climbing")),
    no(person("K. Yamada", "works_at=#Line Four"), person("Kenji Yamada", "likes=trains")),
    no(person("Ruth Ellison", "knows=#Tobias"), person("Ruth Ellis", "knows=#Tobias")),
    no(person("Martin Adeyemi"), person("Martina Adeyemi")),
    # near misses: products and firms
    no(thing("React", "product"), thing("React.js", "product")),
    no(thing("Python 2", "product"), thing("Python 3", "product")),
    no(thing("Orchard 14", "product"), thing("Orchard 15", "product")),
    no(thing("Java"), thing("JavaScript")),
    no(firm("Amberline"), thing("Amberline", "product")),
    no(firm("Amberline Foods"), firm("Amberline Motors")),
    no(firm("Delta Air"), firm("Delta Faucet")),
    no(firm("Meridian Bank"), firm("Meridian Bank Foundation")),
    no(firm("Lumen GmbH", "located_in=#Graz"), firm("Lumen Inc", "located_in=#Boston")),
    no(firm("Southern Star Line", "located_in=#Perth"), firm("SSL", "located_in=#Berlin")),
    no(firm("University of Westmark"), firm("Westmark University Press")),
    no(thing("Visual Desk", "product"), thing("Visual Desk Pro", "product")),
    no(thing("Gitter", "product"), thing("GitHub", "product")),
    # near misses: places and works
    no(place("Paris", "located_in=#France"), place("Paris", "located_in=#Texas")),
    no(place("Newcastle upon Tyne"), place("Newcastle-under-Lyme")),
    no(place("North Harbour"), place("South Harbour")),
    no(place("Victoria", "located_in=#British Columbia"), person("Victoria")),
    no(place("Washington"), person("Washington Irving")),
    no(thing("Tide Tables", "thing"), thing("Tide Table 1911", "thing")),
    no(thing("Chapter 1"), thing("Chapter 11")),
    no(thing("the winter list", "project"), thing("the winter lift", "project")),
    no(thing("World War I", "event"), thing("World War II", "event")),
    no(thing("affect"), thing("effect")),
    no(thing("stationary"), thing("stationery")),
    no(thing("morning run", "event"), thing("morning rum", "thing")),
    no(thing("Supervised learning"), thing("Unsupervised learning")),
    no(thing("Project Heron", "project"), thing("Project Heron (archive)", "project")),
]  # fmt: skip
