"""A vault that is brought in again: what changed is a newer version, what is gone is told, nothing stands twice."""

from __future__ import annotations

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import call_command

from graph.exchange.returning import BESIDE, CHANGED, GONE, RESTATED
from graph.models import Document, Fact
from tests.graph.exchange import samples

pytestmark = pytest.mark.django_db

DANA = "---\nlives in: Ghent\nlikes: tea\n---\nDana keeps bees behind the mill."
MOVED = "---\nlives in: Bruges\nlikes: tea\n---\nDana keeps bees behind the mill, and geese."
TOM = "---\nlives in: Porto\n---\nTom mends clocks."
VAULT = {"Dana.md": DANA, "Tom.md": TOM, "Mill.md": "The mill stands still since the flood."}


@pytest.fixture
def bring(api, client, work, minilm):
    """Import notes over the API; what is told of it."""

    def take(notes: dict[str, str], dry_run: str = "false") -> dict:
        file = SimpleUploadedFile("vault.zip", samples.zipped(notes))
        url = f"/api/v1/import?format=markdown&dry_run={dry_run}"
        answer = client.post(url, {"file": file}, headers=api.headers)
        work()
        return api.get(f"/imports/{answer.json()['id']}")[1]

    return take


def counted(report: dict) -> tuple[int, int, int]:
    """New documents, changed ones, and records that stood."""
    return tuple(report["counts"][name] for name in ("documents", "changed", "standing"))


def test_nothing_changed_writes_nothing_and_says_nothing(bring):
    bring(VAULT)
    facts = Fact.objects.count()
    again = bring(VAULT)
    assert (counted(again), again["remarks"], again["seconds"]) == ((0, 0, 8), [], 0)
    assert (Document.objects.count(), Fact.objects.count()) == (3, facts)


@pytest.mark.parametrize("counts_first", [True, False])
def test_a_changed_note_is_a_newer_version_whose_facts_stand_or_drift(bring, counts_first):
    bring(VAULT)
    before = Document.objects.get(title="Dana").pk
    if counts_first:
        assert counted(bring(VAULT | {"Dana.md": MOVED}, "true")) == (0, 1, 6)
        assert Document.objects.get(title="Dana").text == "Dana keeps bees behind the mill."
    report = bring(VAULT | {"Dana.md": MOVED, "Ann.md": "Ann sings."})
    assert counted(report) == (1, 1, 6)
    assert report["remarks"] == [{"row": "Dana.md", "msg": CHANGED}]
    dana = Document.objects.get(title="Dana")
    assert (dana.pk, dana.text) == (before, "Dana keeps bees behind the mill, and geese.")
    facts = {fact.value: "drifted" in fact.metadata for fact in Fact.objects.filter(subject__name="Dana")}
    assert facts == {"Ghent": True, "Bruges": False, "tea": False}


@pytest.mark.parametrize("counts_first", [True, False])
def test_where_only_what_stands_above_a_note_changed_its_facts_follow(bring, counts_first):
    """That Dana lives in Ghent stood above her text, where it is no longer, and in it, where it still is."""
    ghent = "Dana Reis lives in Ghent. Dana Reis keeps bees."
    bring(VAULT | {"Dana Reis.md": f'---\nlives in: "[[Ghent]]"\nlikes: tea\n---\n{ghent}'})
    changed = VAULT | {"Dana Reis.md": f"---\nlikes: rye\n---\n{ghent}", "Tom.md": "Tom mends clocks."}
    if counts_first:
        assert counted(bring(changed, "true"))[:2] == (0, 2)
    report = bring(changed)
    assert counted(report)[:2] == (0, 2)
    assert report["remarks"] == [{"row": name, "msg": RESTATED} for name in ("Dana Reis.md", "Tom.md")]
    rows = Fact.objects.filter(subject__name__in=["Dana Reis", "Tom"])
    facts = {fact.value or fact.object.name: "drifted" in fact.metadata for fact in rows}
    assert facts == {"Ghent": False, "tea": True, "rye": False, "Porto": True}
    assert counted(bring(changed))[:2] == (0, 0)


def test_a_note_of_the_same_path_with_other_words_is_of_another_vault_and_stands_beside(bring):
    bring({"Home.md": "The mill stands still since the flood."})
    for _ in range(2):
        report = bring({"Home.md": "Recipes for winter, with cabbage."})
    assert (counted(report), report["remarks"]) == ((0, 0, 1), [])
    assert [one.text[:8] for one in Document.objects.order_by("pk")] == ["The mill", "Recipes "]
    report = bring({"Home.md": "The mill turns since the flood."})
    assert [row["msg"] for row in report["remarks"]] == [CHANGED]
    assert Document.objects.order_by("pk").first().text == "The mill turns since the flood."


def test_that_they_stand_beside_each_other_is_told_when_the_second_comes(bring):
    bring({"Home.md": "The mill stands still since the flood."})
    assert bring({"Home.md": "Recipes for winter."})["remarks"] == [{"row": "Home.md", "msg": BESIDE}]


@pytest.mark.parametrize("dry_run", ["true", "false"])
def test_a_note_that_is_gone_is_named_and_stands_with_its_facts(bring, dry_run):
    bring(VAULT)
    report = bring({name: text for name, text in VAULT.items() if name != "Tom.md"}, dry_run)
    assert report["remarks"] == [{"row": "Tom.md", "msg": GONE}]
    assert Fact.objects.get(value="Porto").status == "staged"
    assert bring({"Other.md": "Of another vault."})["remarks"] == []


def test_undoing_the_second_import_takes_out_no_note_of_the_first(api, bring):
    bring(VAULT)
    again = bring(VAULT | {"Dana.md": MOVED, "Ann.md": "Ann sings."})["id"]
    done = api.post("/changes/undo", {"import": again, "documents": True})[1]
    assert [one["title"] for one in done["removed"]] == ["Ann"]
    assert [(one["title"], one["why"]) for one in done["stayed"]] == [
        ("Dana", "It stood before, and has become a newer version by this.")
    ]
    assert Document.objects.filter(title="Dana").exists()


def in_folder(notes: dict[str, str], root: str) -> dict[str, str]:
    return {f"{root}/{name}": text for name, text in notes.items()}


@pytest.mark.parametrize("first", ["folder", "zip"])
def test_a_vault_is_the_same_as_a_zip_with_its_folder_and_from_the_command_line(bring, user, work, tmp_path, first):
    nested = {**VAULT, "Plans/Ann.md": "Ann sings."}

    def from_the_command_line(notes: dict[str, str]) -> None:
        for name, text in notes.items():
            (tmp_path / "Vault" / name).parent.mkdir(parents=True, exist_ok=True)
            (tmp_path / "Vault" / name).write_text(text)
        call_command("import_memories", str(tmp_path / "Vault"), user=user.username, format="markdown")
        work()

    def as_a_zip(notes: dict[str, str]) -> None:
        bring(in_folder(notes, "My vault"))

    ways = (from_the_command_line, as_a_zip) if first == "folder" else (as_a_zip, from_the_command_line)
    for way, notes in zip(ways, (nested, nested | {"Dana.md": MOVED}), strict=True):
        way(notes)
    assert sorted(Document.objects.values_list("source", flat=True)) == ["Dana.md", "Mill.md", "Plans/Ann.md", "Tom.md"]
    assert Document.objects.get(title="Dana").text.endswith(", and geese.")


def test_a_vault_that_was_brought_in_with_its_folder_in_the_paths_is_known_again(bring):
    """As they were kept before."""
    bring(VAULT)
    for one in Document.objects.all():
        Document.objects.filter(pk=one.pk).update(source=f"Vault/{one.source}")
    same = bring(in_folder(VAULT, "Vault"))
    assert (counted(same), same["remarks"]) == ((0, 0, 8), [])
    report = bring(in_folder(VAULT | {"Dana.md": MOVED, "Tom.md": "Tom mends clocks."}, "Vault"))
    assert counted(report)[:2] == (0, 2)
    assert report["remarks"] == [{"row": "Dana.md", "msg": CHANGED}, {"row": "Tom.md", "msg": RESTATED}]
    gone = bring(in_folder({name: VAULT[name] for name in ("Dana.md", "Mill.md")}, "Vault"))
    assert {"row": "Vault/Tom.md", "msg": GONE} in gone["remarks"]


def test_hidden_files_beside_the_folder_make_no_second_root(bring):
    bring({**in_folder(VAULT, "Vault"), "__MACOSX/Vault/._Dana.md": "x", ".DS_Store": "x"})
    assert sorted(Document.objects.values_list("source", flat=True)) == ["Dana.md", "Mill.md", "Tom.md"]
