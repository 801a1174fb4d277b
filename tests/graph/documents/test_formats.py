"""Files of every format become passages that know their place; what cannot be read says why in a sentence."""

from __future__ import annotations

import datetime as dt
import io
import json
import zipfile
from email.message import EmailMessage

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile

from graph.curation import said
from graph.models import Document, Original
from tests.graph.documents import files
from tests.graph.exchange.book_samples import CLIPPINGS, READWISE
from tests.graph.exchange.chat_samples import CHATS, PAGES
from tests.graph.exchange.samples import CHATGPT

pytestmark = pytest.mark.django_db
CRANE = "The harbour crane was bought in 1961."
TAR = "Oak piles are tarred each spring."


@pytest.fixture
def upload(api, work):
    """Send a file over HTTP and read it; the answer is the document as it stands then, with its passages."""

    def send(name: str, data: bytes, read=True) -> dict:
        form = {"file": SimpleUploadedFile(name, data)}
        answer = api.client.post("/api/v1/documents", form, headers=api.headers)
        assert answer.status_code == 202, answer.content
        pk = answer.json()["id"]
        if read:
            work()
        document = api.get(f"/documents/{pk}")[1]
        document["passages"] = api.get(f"/documents/{pk}/chunks")[1]["items"]
        return document

    return send


PAGE = f"""<html><head><title>The harbour</title><script>alert("no")</script></head><body>
<nav>Home</nav><h1>Crane</h1><p>The harbour
crane was bought in 1961.<script>document.write("never")</script></p><h2>Piles</h2><ul><li>Oak</li></ul>
<table><tr><td>piles</td><td>tarred</td></tr></table><p hidden>unseen</p><!-- unseen --><style>p {{}}</style>
<p>{TAR}</p></body></html>"""


def mail(words: str, kind: str = "plain", date: str = "Mon, 08 Jul 2024 12:08:34 +0200") -> bytes:
    message = EmailMessage()
    message["From"], message["To"], message["Subject"] = "Åse Vik <ase@example.org>", "ines@example.org", "The harbour"
    message["Date"] = date
    message.set_content(words, subtype=kind)
    message.add_attachment(b"%PDF", maintype="application", subtype="pdf", filename="plan.pdf")
    return bytes(message)


FORMATS = [
    ("harbour.pdf", lambda: files.pdf([CRANE, TAR], title="The harbour"), "The harbour", [{"page": "1"}]),
    (
        "harbour.docx",
        lambda: files.word("The harbour", {"Crane": CRANE, "Piles": TAR}, [["what", "when"], ["tar", "spring"]]),
        "The harbour",
        [{"headings": ["The harbour", "Crane"]}, {"headings": ["The harbour", "Piles"]}],
    ),
    (
        "harbour.pptx",
        lambda: files.slides({"Crane": CRANE, "Piles": TAR}),
        "Crane",
        [{"headings": ["Crane"], "slide": "1"}, {"headings": ["Piles"], "slide": "2"}],
    ),
    (
        "harbour.xlsx",
        lambda: files.workbook({"Cranes": [["note"], [CRANE]], "Piles": [["note"], [TAR]]}),
        "Cranes",
        [{"headings": ["Cranes"], "sheet": "Cranes"}, {"headings": ["Piles"], "sheet": "Piles"}],
    ),
    (
        "harbour.epub",
        lambda: files.book("The harbour", [f"<h1>Crane</h1><p>{CRANE}</p>", f"<h1>Piles</h1><p>{TAR}</p>"]),
        "The harbour",
        [{"headings": ["Crane"], "chapter": "1"}, {"headings": ["Piles"], "chapter": "2"}],
    ),
    ("harbour.html", PAGE.encode, "The harbour", [{"headings": ["Crane"]}, {"headings": ["Crane", "Piles"]}]),
    ("harbour.eml", lambda: mail(f"{CRANE}\n\n{TAR}"), "The harbour", [{}]),
    ("harbour.csv", lambda: f"note\n{CRANE}\n{TAR}\n".encode(), "harbour", [{}]),
    ("harbour.json", lambda: json.dumps([{"note": CRANE}, {"note": TAR}]).encode(), "harbour", [{}]),
    ("harbour.jsonl", lambda: f'{{"note": "{CRANE}"}}\n{{"note": "{TAR}"}}\n'.encode(), "harbour", [{}]),
    (
        "harbour.md",
        lambda: f"# The harbour\n\n{CRANE}\n\n{TAR}".encode(),
        "The harbour",
        [{"headings": ["The harbour"]}],
    ),
    ("harbour.txt", lambda: f"{CRANE}\n\n{TAR}".encode(), "harbour", [{}]),
]


@pytest.mark.parametrize(
    "made_up", ["lease.html", "Microsoft Word - lease", "Untitled document", "Document1", "PowerPoint Presentation"]
)
def test_a_title_that_a_program_made_up_is_none(upload, made_up):
    assert upload("lease.pdf", files.pdf([CRANE], title=made_up))["title"] == "lease"


@pytest.mark.parametrize(("name", "made", "title", "places"), FORMATS, ids=[row[0] for row in FORMATS])
def test_a_file_of_each_format_is_read_with_its_places_a_o1(upload, name, made, title, places):
    """A-O1, O73: text, title, headings and places; every passage's offsets lead back to its words."""
    document = upload(name, made())
    assert (document["status"], document["title"], document["error"]) == ("ready", title, None)
    words = " ".join(" ".join(one["text"] for one in document["passages"]).split())
    assert CRANE in words
    assert TAR in words
    assert document["chunk_count"] == len(document["passages"])
    for place in places:
        assert place in [one["metadata"] for one in document["passages"]]
    text = Document.objects.get().text
    assert [text[one["start"] : one["end"]] for one in document["passages"]] == [
        one["text"] for one in document["passages"]
    ]


def test_files_are_parsed_by_the_worker_and_their_bytes_let_go(upload, work):
    document = upload("harbour.pdf", files.pdf([CRANE]), read=False)
    assert (document["status"], document["chunk_count"], Document.objects.get().text) == ("queued", None, "")
    assert Original.objects.count() == 1
    work()
    assert Original.objects.count() == 0


def test_scripts_and_hidden_words_of_a_page_are_not_text(upload):
    words = " ".join(one["text"] for one in upload("page.html", PAGE.encode())["passages"])
    for unseen in ("alert", "never", "unseen", "Home", "p {"):
        assert unseen not in words
    assert "piles | tarred" in words


def test_an_e_mail_is_told_below_who_wrote_it_to_whom_and_is_of_its_day(upload):
    document = upload("ferry.eml", mail("<p>The ferry leaves at <b>noon</b>.</p><script>no()</script>", "html"))
    text = "\n".join(one["text"] for one in document["passages"])
    assert text.split("\n\n") == [
        "From: Åse Vik <ase@example.org>\nTo: ines@example.org\nDate: 8 July 2024, 12:08",
        "The ferry leaves at noon.",
        "Attached, and not read: plan.pdf",
    ]
    assert said.of_document(Document.objects.get().metadata) == dt.datetime(2024, 7, 8, 10, 8, 34, tzinfo=dt.UTC)


@pytest.mark.parametrize(
    ("data", "words"),
    [
        (mail("The ferry leaves.", date="yesterday or so"), "The ferry leaves."),
        (b"From: a@example.org\nContent-Type: text/plain; charset=x-none\n\nThe caf\xe9.", "The café."),
        (b"From: =?bad?q?=\nContent-Type: multipart/mixed; boundary=x\n\nThe rest is lost.", "From: "),
    ],
)
def test_a_damaged_e_mail_is_read_as_far_as_it_goes(upload, data, words):
    document = upload("ferry.eml", data)
    assert (document["status"], document["error"]) == ("ready", None)
    assert words in " ".join(one["text"] for one in document["passages"])


def test_what_is_no_e_mail_says_so(upload):
    assert "no e-mail" in upload("ferry.eml", b"Only a line of words.")["error"]


def test_columns_name_the_values_of_a_table(upload):
    document = upload("people.csv", b"name;city\nAnna;Lisbon\n\nTomek;Gdynia\n")
    assert document["passages"][0]["text"].splitlines() == [
        "name | city",
        "name: Anna; city: Lisbon",
        "name: Tomek; city: Gdynia",
    ]


def test_the_columns_of_a_table_within_a_text_name_its_values_and_code_keeps_its_form(upload):
    """A-O1: Word and HTML; a table of two columns in Word is a form."""
    made = files.word("Plan", {"Vendors": "All of them:"}, [["Vendor", "Who", "Price"], ["Band", "Swans", "900 kr"]])
    assert "\nVendor: Band; Who: Swans; Price: 900 kr" in upload("plan.docx", made)["passages"][0]["text"]
    made = files.word("Plan", {"Hall": "By phone:"}, [["Phone:", "013 55"], ["Open", "9 to 5"], ["", "but Sunday"]])
    assert "\nPhone: 013 55\nOpen: 9 to 5\n | but Sunday" in f"\n{upload('hall.docx', made)['passages'][0]['text']}"
    page = (
        b"<h1>Pings</h1><p>Sent so:</p><pre>if x:\n    ping &lt;b&gt;\n\n    done</pre><table><tr><th>Way</th><th>Cost</th></tr>"
        b"<tr><td>mail</td><td>2 <b>kr</b></td></tr></table><p>\xee\x80\x807\xee\x80\x81</p>"
    )
    text = "\n".join(one["text"] for one in upload("pings.html", page)["passages"])
    assert "Sent so:\n\n```\nif x:\n    ping <b>\n\n    done\n```" in text
    assert "Way | Cost\nWay: mail; Cost: 2 kr" in text


def test_a_quote_that_is_never_closed_loses_no_line(upload):
    document = upload("people.csv", b'name,note\nAnna,"tall\nTomek,short\nIda,old\n')
    words = document["passages"][0]["text"]
    assert [name in words for name in ("Anna", "Tomek", "Ida")] == [True, True, True]
    assert "never closed" in document["metadata"]["note"]


def test_the_front_matter_of_a_note_is_kept_as_metadata(upload):
    note = "---\ntitle: Tides\ntags: [sea, moon]\ncreated: 2024-05-01\n---\n# Tides\n\nThe moon pulls [[Water]].\n"
    document = upload("tides.md", note.encode())
    assert document["metadata"]["front_matter"] == {"title": "Tides", "tags": ["sea", "moon"], "created": "2024-05-01"}
    assert Document.objects.get().metadata["links"] == ["Water"]


def test_front_matter_that_unfolds_or_is_broken_is_left_as_text(upload):
    bomb = "---\na: &a [x, x]\nb: &b [*a, *a]\nc: [*b, *b]\n---\nWords.\n"
    assert "front_matter" not in upload("bomb.md", bomb.encode())["metadata"]
    assert "front_matter" not in upload("odd.md", b"---\n: [\n---\nOther words.\n")["metadata"]


ENCODINGS = [
    "utf-8",
    "utf-8-sig",
    "utf-16",
    "utf-16-le",
    "utf-16-be",
    "utf-32",
    "cp1252",
    "cp1251",
    "shift_jis",
    "gb18030",
]
LONG = {
    "cp1251": "Старый портовый кран был куплен в тысяча девятьсот шестьдесят первом году и поднимает двенадцать тонн. "
    * 4,
    "shift_jis": "港のクレーンは一九六一年に購入され、十二トンを持ち上げることができます。杭は毎年春にタールを塗られます。"
    * 4,
    "gb18030": "港口的起重机是一九六一年购买的，可以吊起十二吨。每年春天都要给橡木桩涂上焦油，以防虫蛀。" * 4,
}


@pytest.mark.parametrize("encoding", ENCODINGS)
def test_plain_text_in_any_encoding(upload, encoding):
    words = LONG.get(
        encoding, "Café Größe: naïve façade, señor, Łódź" if "utf" in encoding else "Café Größe: naïve façade, señor"
    )
    upload("words.txt", words.encode(encoding))
    assert Document.objects.get().text == words


def truncated(data: bytes) -> bytes:
    return data[: len(data) // 2]


BOMB = files.packed({"word/document.xml": "0" * 60_000_000})
BAD = [
    ("locked.pdf", lambda: files.pdf([CRANE], password="secret"), "The PDF is protected by a password."),
    ("cut.pdf", lambda: truncated(files.pdf([CRANE] * 20)), "The PDF is damaged or cut off."),
    ("scan.pdf", lambda: files.pdf(["", ""]), "There is no text in the PDF; it may hold only pictures of pages."),
    (
        "cut.docx",
        lambda: truncated(files.word("A", {"B": CRANE})),
        "The file is damaged or cut off: it cannot be unpacked.",
    ),
    ("bomb.docx", lambda: BOMB, "The file unpacks to far more than its size, so it is not opened."),
    ("bomb.epub", lambda: BOMB, "The file unpacks to far more than its size, so it is not opened."),
    ("odd.docx", lambda: files.packed({"a.txt": "x"}), "The file is damaged, or no Word document."),
    ("odd.xlsx", lambda: files.packed({"a.txt": "x"}), "The file is damaged, or no workbook."),
    ("odd.pptx", lambda: files.packed({"a.txt": "x"}), "The file is damaged, or no presentation."),
    ("odd.epub", lambda: files.packed({"a.txt": "x"}), "The file is damaged, or no EPUB book."),
    ("blank.html", lambda: b"<html><script>x()</script></html>", "There is no text on the page."),
]


@pytest.mark.parametrize(("name", "made", "why"), BAD, ids=[row[0] for row in BAD])
def test_a_bad_file_fails_with_one_sentence_and_the_next_is_read(upload, name, made, why):
    document = upload(name, made())
    assert (document["status"], document["error"], document["chunk_count"]) == ("failed", why, None)
    assert upload("good.txt", CRANE.encode())["status"] == "ready"


BRING_IN = "Bring it in under Settings → bring in, take out"
IN_DAYS = f"{BRING_IN}: there each of its texts has its day."
REFUSED = [
    ("empty.pdf", b"", "The file is empty."),
    ("words.docx", b"no zip", "The file is no DOCX."),
    ("locked.docx", b"\xd0\xcf\x11\xe0 rest", "The file is protected by a password."),
    ("old.doc", b"\xd0\xcf\x11\xe0 rest", "“.doc” files are of an old format; save it as .docx and add that."),
    ("program.exe", b"MZ", "“.exe” files cannot be read. Save it as PDF, Word or plain text and add that."),
    ("export.zip", b"PK", f"A zip is no document. {BRING_IN}: notes and the exports of other programs are read there."),
    ("result.json", CHATS["telegram"], f"This is an export of Telegram. {IN_DAYS}"),
    ("messages.html", PAGES["ChatExport/messages.html"].encode(), f"This is an export of Telegram. {IN_DAYS}"),
    ("conversations.json", json.dumps(CHATGPT).encode(), f"This is an export of ChatGPT. {IN_DAYS}"),
    ("My Clippings.txt", CLIPPINGS, f"This is an export of a Kindle. {IN_DAYS}"),
    ("readwise-data.csv", READWISE, f"This is an export of Readwise. {IN_DAYS}"),
    ("all.mbox", b"From x", f"A mailbox is no document. {BRING_IN}: there each exchange of mails becomes one."),
    ("binary.txt", b"a\x00\x01\x02\x03b\xff\xfe" * 20, "The file is binary, not text."),
]


@pytest.mark.parametrize(("name", "data", "why"), REFUSED, ids=[row[0] for row in REFUSED])
def test_what_is_seen_at_once_is_refused_at_once(api, name, data, why):
    answer = api.client.post("/api/v1/documents", {"file": SimpleUploadedFile(name, data)}, headers=api.headers)
    assert (answer.status_code, answer.json()["detail"][0]["msg"]) == (422, why)
    assert Document.objects.count() == 0


def test_a_file_with_a_key_of_an_export_is_still_a_document(upload):
    made = b'{"memory": "16 GB", "mapping": {"title": "text"}, "sender_name": "Ida", "shelf": "The crane stands on shelf nine."}'
    assert upload("machine.json", made)["status"] == "ready"


def test_limits_of_pages_and_cells(upload, monkeypatch):
    """What would be a million cells in earnest."""
    monkeypatch.setattr("graph.documents.params.MAX_CELLS", 50)
    monkeypatch.setattr("graph.documents.params.MAX_PAGES", 3)
    table = [["x", "y"]] * 30
    assert "more than 50 table cells" in upload("big.docx", files.word("A", {"B": CRANE}, table))["error"]
    assert "more than 50 cells" in upload("big.xlsx", files.workbook({"A": table}))["error"]
    assert "more than 50 cells" in upload("big.csv", b"x,y\n" * 30)["error"]
    assert "4 pages; 3 are allowed" in upload("big.pdf", files.pdf([CRANE] * 4))["error"]


def test_a_book_cannot_have_other_files_read(upload, tmp_path):
    """An entity in its table of contents that stands for a file on the machine that reads it."""
    secret = tmp_path / "secret.txt"
    secret.write_text("top secret words")
    book = zipfile.ZipFile(io.BytesIO(files.book("The harbour &other;", [CRANE])))
    parts = {name: book.read(name).decode() for name in book.namelist()}
    parts["OPS/book.opf"] = f'<!DOCTYPE package [<!ENTITY other SYSTEM "{secret.as_uri()}">]>' + parts["OPS/book.opf"]
    document = upload("harbour.epub", files.packed(parts))
    assert document["status"] == "ready"
    assert "secret" not in json.dumps(document["title"]) + json.dumps(document["passages"])


@pytest.mark.parametrize(
    ("limit", "most", "why"),
    [
        ("MAX_PARTS", 2, "The file has 3 parts inside; 2 are allowed."),
        ("MAX_PART", 1_000, "The file unpacks to far more than its size, so it is not opened."),
        ("MAX_UNPACKED", 2_500, "The file unpacks to far more than its size, so it is not opened."),
    ],
)
def test_each_limit_of_a_zipped_document_holds_by_itself(upload, monkeypatch, limit, most, why):
    """Three parts: two of a thousand bytes each, and one of 1,001."""
    data = files.packed({"one.xml": "x" * 1_000, "two.xml": "x" * 1_000, "three.xml": "x" * 1_001})
    assert upload("before.docx", data)["error"] == "The file is damaged, or no Word document."
    monkeypatch.setattr(f"graph.documents.params.{limit}", most)
    assert upload("after.docx", data + b"\0")["error"] == why


def test_five_hundred_pages_are_read_with_their_numbers(upload):
    document = upload("long.pdf", files.pdf([f"Page words {number}. {CRANE}" for number in range(500)]))
    assert (document["status"], document["metadata"]["pages"]) == ("ready", 500)
    assert {"page": "1"} in [one["metadata"] for one in document["passages"]]


def test_the_same_file_twice_is_one_document(upload, api):
    data = files.word("The harbour", {"Crane": CRANE})
    first = upload("a.docx", data)
    again = api.client.post("/api/v1/documents", {"file": SimpleUploadedFile("b.docx", data)}, headers=api.headers)
    assert (again.status_code, again.json()["id"]) == (200, first["id"])
