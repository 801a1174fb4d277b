"""POST /chat: what somebody told of their machines, their game and their research is answered from the right end."""

from __future__ import annotations

import pytest

pytestmark = pytest.mark.django_db(transaction=True)

MACHINES = (
    "My NAS is on 192.168.1.20 and the router is on 192.168.1.1.",
    "The NAS is a Synology DS920+ with four 8 TB drives, it sits in the hallway cupboard.",
    "Proxmox runs on an old Dell OptiPlex, 32 GB of RAM, IP 192.168.1.30.",
    "Home Assistant runs in a VM on Proxmox, and so does Pi-hole.",
    "Jellyfin runs in a Docker container on the NAS.",
    "I moved Jellyfin from the NAS to Proxmox yesterday because transcoding was too slow.",
    "Kari from the dental practice called, their X-ray PC runs Windows 10 and has to be replaced before February.",
    "Kari Lund is the practice manager.",
    "Backups go to Backblaze every night at 2 am, the bucket is called nils-attic.",
)
GAME = (
    "I'm running a fantasy campaign called The Salt Crown, every second Thursday with five players.",
    "The Salt Crown was forged by the giant smith Uldra and lets its wearer command the tides.",
    "Captain Dray of the Orlasse city guard is Quill's half-brother.",
    "Captain Dray was killed by a wraith in session 16.",
    "Lieutenant Isolde Marr took over the city guard after that.",
)
RESEARCH = (
    "I'm Ines, a third-year PhD student at the University of Porto, working on seagrass carbon storage.",
    "I take sediment cores at three sites: Ria Formosa, Sado and Arcachon.",
    "The mixed model uses site as a random effect, in lme4.",
    "The raw data is on Zenodo, the DOI is 10.5281/zenodo.8812345.",
    "Duarte et al. 2005 estimated 83 g of carbon per square metre per year for seagrass worldwide.",
    "Core RF-07 from Ria Formosa broke in transport, so I have only 11 usable cores from there.",
)


def test_what_was_told_of_machines(talk):
    for message in MACHINES:
        talk.say(message)
    assert "192.168.1.20" in talk.answered("What's the IP of the NAS?")
    assert talk.answered("What's the router's IP?") == "Router's ip address is 192.168.1.1."
    assert talk.answered("Where is the NAS?") == "NAS is kept in the hallway cupboard."
    runs_on_it = talk.answered("What runs on Proxmox?")
    assert "Home Assistant runs in a VM on Proxmox" in runs_on_it
    assert not runs_on_it.startswith("Proxmox runs on")
    assert "Since then: “I moved Jellyfin from the NAS to Proxmox" in talk.answered("Where does Jellyfin run?")
    assert "practice manager" in talk.answered("Who is Kari?")
    assert "every night at 2 am" in talk.answered("When do the backups run?")


def test_what_was_told_of_a_game(talk):
    for message in GAME:
        talk.say(message)
    assert not talk.answered("What does the Salt Crown do?").startswith("You run")
    assert "Uldra" in talk.answered("Who forged the Salt Crown?")
    assert talk.answered("Is Captain Dray alive?").startswith("You said: “Captain Dray was killed by a wraith")


def test_what_was_told_of_research(talk):
    for message in RESEARCH:
        talk.say(message)
    sites = talk.answered("Which sites do I sample?")
    assert "Ria Formosa, Sado and Arcachon" in sites
    assert "about DOI" not in sites
    assert talk.answered("What year am I in?").startswith(
        ("Nothing you told me says exactly that.", "I don't know that")
    )
    how_many = talk.answered("How many cores do I have from Sado?")
    assert not how_many.startswith("You said: “Core RF-07 from Ria Formosa")


RUNBOOK = """# MOLAR restore runbook

## Steps
1. Tell Kari Lund. The practice works on paper until the restore is done.
2. Stop the service on MOLAR.
3. Fetch the last full backup.

## Notes
- A full restore took 4 hours at the test.
"""
GAZETTEER = """# Gazetteer of Verrin

## Blackwater Keep
Prison fortress on the island of Skarn. The only way in is the ferry.

## Orlasse
Capital and harbour. Four districts: Crown Hill, the Docks, Lanternside and the Warrens.
"""


def test_how_something_is_done_is_told_by_the_steps_of_a_document(talk):
    talk.post("/documents", {"title": "", "text": RUNBOOK, "options": {"learn": False}})
    talk.work()
    told = talk.answered("How do I restore MOLAR?")
    assert told.startswith("From “MOLAR restore runbook”: ")
    assert [line[:2] for line in told.split("\n") if line[:1].isdigit()] == ["1.", "2.", "3."]
    assert "2. Stop the service on MOLAR." in told
    assert "4 hours" in talk.answered("How long does a restore of MOLAR take?")
    assert "1. " not in talk.answered("How do I back up MOLAR?")


def test_what_stands_under_a_heading_is_told_of_what_it_names(talk):
    talk.post("/documents", {"title": "", "text": GAZETTEER, "options": {"learn": False}})
    talk.work()
    talk.say("The party is level 6 now, they were level 5 until Blackwater Keep.")
    assert "The only way in is the ferry" in talk.answered("How do you get into Blackwater Keep?")
    assert "Four districts" in talk.answered("What districts does Orlasse have?")
