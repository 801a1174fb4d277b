"""What stands above an imported note's text rests on that note: on its page, in the inbox, in undo and in erasing."""

from __future__ import annotations

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db.models import Q
from django.urls import reverse

from graph.documents import ingest
from graph.models import Change, ChangeRow, Document, Entity, Evidence, Fact
from tests.conftest import NOW
from tests.graph.exchange import samples

pytestmark = pytest.mark.django_db

DANA = "---\ntype: person\nlives in: Ghent\nlikes: [rye, tea]\n---\nDana keeps bees behind the mill."
TOM = "---\ntype: person\nlives in: Porto\n---\nTom mends clocks."


@pytest.fixture
def bring(api, client, work, minilm):
    """Import notes over the API; returns the import's id."""

    def take(**notes: str) -> str:
        file = SimpleUploadedFile("vault.zip", samples.zipped({f"{name}.md": text for name, text in notes.items()}))
        answer = client.post("/api/v1/import?format=markdown", {"file": file}, headers=api.headers)
        assert answer.status_code == 202, answer.content
        work()
        return answer.json()["id"]

    return take


def quoted() -> set[tuple[str, str]]:
    """Each quote of a fact with the title of its document."""
    rows = Evidence.objects.filter(fact__isnull=False)
    return set(rows.values_list("document__title", "quote"))


def test_a_name_that_is_the_notes_own_is_nothing_to_decide_on(bring):
    """Every note of a person proposed "Dana's name is Dana"."""
    bring(
        Dana="---\ntype: person\nname: dana\nlives in: Ghent\n---\nShe swims.",
        Tom="---\ntype: person\nname: Thomas\n---\nHe sings.",
    )
    assert quoted() == {("Dana", "lives in: Ghent"), ("Tom", "name: Thomas")}


def test_its_facts_quote_the_line_and_name_the_note(api, bring):
    bring(Dana=DANA, Tom=TOM)
    assert quoted() == {("Dana", "lives in: Ghent"), ("Dana", "likes: rye"), ("Dana", "likes: tea"),
                        ("Tom", "lives in: Porto")}  # fmt: skip
    [fact] = api.get("/facts?predicate=lives_in&q=Ghent&status=staged")[1]["items"]
    dana = Document.objects.get(title="Dana")
    assert [(one["document"], one["quote"]) for one in fact["evidence"]] == [(str(dana.pk), "lives in: Ghent")]
    assert "drifted" not in fact["metadata"]


def test_the_card_counts_them_and_the_inbox_has_them_under_the_notes_title(api, client, user, bring):
    bring(Dana=DANA, Tom=TOM)
    client.force_login(user)
    inbox = client.get(reverse("inbox")).text
    assert "<b>Dana</b>" in inbox
    assert "<b>Tom</b>" in inbox
    assert "<b>Documents</b>" not in inbox
    ids = [str(pk) for pk in Fact.objects.values_list("pk", flat=True)]
    assert api.post("/facts/decide", {"ids": ids, "decision": "confirm"})[1]["decided"] == 4
    shelf = client.get(reverse("documents")).text
    assert "<b>3</b> facts confirmed" in shelf
    assert "<b>1</b> fact confirmed" in shelf
    entry = client.get(reverse("entity", args=[Fact.objects.get(value="rye").subject_id])).text
    assert "likes: rye" in entry
    assert reverse("document", args=[Document.objects.get(title="Dana").pk]) in entry


def test_undo_of_what_the_note_taught_takes_them_and_no_other_notes(api, bring):
    run = bring(Dana=DANA, Tom=TOM)
    dana = str(Document.objects.get(title="Dana").pk)
    assert api.post("/changes/undo", {"document": dana, "dry_run": True})[1]["counts"]["facts"] == 3
    assert api.post("/changes/undo", {"document": dana})[0] == 200
    assert [fact.value for fact in Fact.objects.all()] == ["Porto"]
    assert api.post("/changes/undo", {"document": dana})[0] == 409
    assert api.post("/changes/undo", {"import": run})[1]["counts"]["facts"] == 1
    assert not Fact.objects.exists()


def test_a_removed_note_takes_its_proposals_and_an_erased_one_every_trace(api, bring):
    bring(Dana=DANA, Tom=TOM)
    dana, tom = (Document.objects.get(title=title).pk for title in ("Dana", "Tom"))
    assert api.delete(f"/documents/{dana}")[0] == 200
    assert set(Fact.objects.values_list("value", "status")) == {
        ("Ghent", "retracted"), ("rye", "retracted"), ("tea", "retracted"), ("Porto", "staged"),
    }  # fmt: skip
    receipt = api.post("/erase", {"document": str(tom)})[1]
    assert (receipt["removed"]["facts"], receipt["remaining"]) == (1, [])
    assert not Fact.objects.filter(value="Porto").exists()
    assert not ChangeRow.objects.filter(Q(after__value="Porto") | Q(before__value="Porto")).exists()


def test_what_two_notes_say_rests_on_both_and_what_one_says_again_on_it_once(api, bring):
    bring(**{"a/Dana": "---\nlives in: Ghent\n---\nShe keeps bees.", "b/Dana": "---\nlives in: Ghent\n---\nShe sings."})
    assert Evidence.objects.filter(quote="lives in: Ghent").count() == 2
    changes = Change.objects.count()
    bring(**{"b/Dana": "---\nlives in: Ghent\n---\nShe sings."})
    assert (Evidence.objects.filter(quote="lives in: Ghent").count(), Change.objects.count()) == (2, changes)
    assert api.delete(f"/documents/{Document.objects.get(source='a/Dana.md').pk}")[0] == 200
    assert Fact.objects.get().status == "staged"


def test_a_newer_version_keeps_those_that_still_stand_above_it(user, bring, work):
    bring(Dana=DANA)
    dana = Document.objects.get()
    newer = "---\nlives in: Bruges\nlikes: [tea]\n---\nDana keeps bees behind the mill, and geese."
    ingest.receive(user=user, text=newer, title="Dana", replaces=dana, now=NOW)
    work()
    facts = Fact.objects.filter(value__in=["Ghent", "rye", "tea"])
    assert {fact.value: "drifted" in fact.metadata for fact in facts} == {"Ghent": True, "rye": True, "tea": False}


def test_a_link_without_quotes_is_a_link(bring):
    """YAML takes it for a list of a list, which was passed over without a word."""
    bring(Dana="---\nlives in: [[Ghent]]\nknows:\n  - [[Tom Ek]]\n  - [[Ann, Baker]]\n---\nDana keeps bees.\n")
    facts = {(fact.predicate, fact.object.name) for fact in Fact.objects.filter(object__isnull=False)}
    assert facts == {("lives_in", "Ghent"), ("knows", "Tom Ek"), ("knows", "Ann, Baker")}


@pytest.mark.parametrize(
    ("written", "value", "kind"),
    [
        ("01234", "01234", "string"),
        ("12:30", "12:30", "string"),
        ("no", "no", "string"),
        ("1e3", "1e3", "string"),
        ("1.0e+3", "1.0e+3", "string"),
        ("1.10", "1.10", "string"),
        ("1_000", "1_000", "string"),
        ("0x1F", "0x1F", "string"),
        ("2024-13-45", "2024-13-45", "string"),
        ("=", "=", "string"),
        ("41", "41", "number"),
        ("-1.5", "-1.5", "number"),
        ("true", "true", "bool"),
        ("2024-05-01", "2024-05-01", "date"),
    ],
)
def test_what_stands_above_a_note_is_kept_as_it_is_written(bring, written, value, kind):
    """YAML has 668 for the postcode 01234, 750 for 12:30, and false for no."""
    bring(Dana=f"---\nlives in: Ghent\nsays: {written}\n---\nShe keeps bees.\n")
    [fact] = Fact.objects.filter(predicate="says")
    assert (fact.value, fact.value_type) == (value, kind)
    kept = Document.objects.get().metadata["front_matter"]["says"]
    assert (str(kept).lower() if kind == "bool" else str(kept)) == written


def test_what_a_template_leaves_open_is_neither_fact_nor_entry(bring, work):
    bring(
        Person='---\ntype: person\naliases: ["{{alias}}"]\nborn: {{date}}\nlives in:\n---\n# {{title}}\n\nTom Ek lives in {{city}}.\n',
        Meeting="---\ntitle: <% tp.file.title %>\ntype: meeting\nstatus: open\n---\nNotes.\n",
        Dana='---\ntype: person\nlives in: Ghent\nup: "[[{{title}}]]"\nnext: [[{{next}}]]\ndone: <% tp.date.now() %>\n'
        'likes: [tea, "{{what}}"]\n---\nDana lives with {{partner}}. Rosa Ek works for Acme.\n\nTom Ek works for Acme.\n',
    )
    facts = {(fact.predicate, fact.object.name if fact.object else fact.value) for fact in Fact.objects.all()}
    assert facts == {("lives_in", "Ghent"), ("likes", "tea"), ("works_for", "Acme")}
    names = set(Entity.objects.filter(is_self=False).values_list("name", flat=True))
    assert names == {"Dana", "Tom Ek", "Acme"}
    assert Document.objects.count() == 3
