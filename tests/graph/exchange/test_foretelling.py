"""How many facts are foretold of texts that were only counted."""

from __future__ import annotations

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import call_command
from django.urls import reverse

from graph.exchange import foretelling
from graph.exchange.foretelling import Sample, extrapolated
from graph.exchange.records import Note
from graph.exchange.report import about
from graph.models import Fact
from tests.graph.exchange import samples

SAYS = {
    "Trip.md": "---\nmood: calm\n---\nDana Reis lives in Ghent.",
    "Talk.md": "Dana Reis lives in Ghent. Tom Albers works at Borealis.",
    "Rain.md": "It rained all day.",
}


@pytest.mark.parametrize(
    ("times", "factor", "expected"),
    [
        ([1, 1, 1], 1, 3),
        ([1, 1, 1], 4, 12),  # nothing came twice, so nothing will
        ([1, 1, 1, 1, 2], 2, 7),  # 5 and of 2.5 unseen ones 1 - (15/19)^6
        ([2, 2], 3, 2),  # nothing came only once, so nothing is left
        ([], 9, 0),
    ],
)
def test_of_things_that_are_said_again_fewer_new_ones_come(times, factor, expected):
    assert extrapolated(times, factor) == expected


def test_a_sample_has_every_text_while_there_are_few_and_the_same_ones_in_any_order(monkeypatch):
    monkeypatch.setattr(foretelling, "SAMPLE", 5)
    monkeypatch.setattr(foretelling, "_claims", lambda note: [(note.text,)])
    notes = [Note("", str(number)) for number in range(40)]
    few, forth, back = Sample(), Sample(), Sample()
    for sample, some in ((few, notes[:5]), (forth, notes), (back, notes[::-1])):
        for note in some:
            sample.add(note)
    assert {note.text for *_, note in forth.kept} == {note.text for *_, note in back.kept}
    assert (len(forth.kept), few.facts(), forth.facts()) == (5, 5, 40)


@pytest.mark.parametrize(
    ("count", "told"), [(7, "about 7"), (42, "about 42"), (4390, "about 4,400"), (125_000, "about 120,000")]
)
def test_a_foretold_number_claims_two_digits(count, told):
    assert about(count) == told


@pytest.mark.django_db
def test_what_the_texts_will_teach_is_told_beside_what_stands_above_them(api, client, user, work, minilm):
    url = "/api/v1/import?format=markdown&dry_run="
    file = samples.zipped(SAYS)
    dry = client.post(f"{url}true", {"file": SimpleUploadedFile("notes.zip", file)}, headers=api.headers).json()
    work()
    report = api.get(f"/imports/{dry['id']}")[1]
    assert (report["counts"]["facts"], report["facts_to_come"]) == (1, 2)
    client.force_login(user)
    assert "in the background, and proposes about 2 facts more." in client.get(reverse("moving")).text
    client.post(f"{url}false", {"file": SimpleUploadedFile("notes.zip", file)}, headers=api.headers)
    work()
    assert Fact.objects.count() == 3


@pytest.mark.django_db
def test_the_command_line_foretells_them_too(user, tmp_path, capsys):
    for name, text in SAYS.items():
        (tmp_path / name).write_text(text)
    call_command("import_memories", str(tmp_path), user=user.username, format="markdown", dry_run=True)
    assert "in the background, and propose about 2 facts more.\n" in capsys.readouterr().out
