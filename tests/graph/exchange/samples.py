"""Files as other programs write them, small enough to be read here."""

from __future__ import annotations

import io
import json
import zipfile

MEMORY = "\n".join(
    json.dumps(one)
    for one in (
        {
            "type": "entity",
            "name": "Anna",
            "entityType": "person",
            "observations": ["Plays the cello", "Born in Porto"],
        },
        {"type": "entity", "name": "Acme", "entityType": "organization", "observations": []},
        {"type": "relation", "from": "Anna", "to": "Acme", "relationType": "works_at"},
    )
).encode()

CHATGPT = [
    {
        "title": "Boat trip",
        "create_time": 1700000000.5,
        "update_time": 1700000300.0,
        "current_node": "c",
        "mapping": {
            "root": {"id": "root", "message": None, "parent": None, "children": ["a"]},
            "a": {
                "id": "a", "parent": "root", "children": ["b", "x"],
                "message": {
                    "author": {"role": "user"}, "create_time": 1700000001.0,
                    "content": {"content_type": "text", "parts": ["My ferry leaves from Cacilhas at noon."]},
                },
            },
            "x": {
                "id": "x", "parent": "a", "children": [],
                "message": {
                    "author": {"role": "assistant"}, "create_time": 1700000002.0,
                    "content": {"content_type": "text", "parts": ["An answer that was thrown away."]},
                },
            },
            "b": {
                "id": "b", "parent": "a", "children": ["c"],
                "message": {
                    "author": {"role": "assistant"}, "create_time": 1700000100.0,
                    "content": {"content_type": "multimodal_text", "parts": [{"asset": 1}, "Take a hat."]},
                },
            },
            "c": {
                "id": "c", "parent": "b", "children": [],
                "message": {
                    "author": {"role": "tool"}, "create_time": 1700000200.0, "content": {"parts": ["internal"]},
                },
            },
        },
    },
    {"title": "Broken", "create_time": "yesterday", "mapping": {}},
]  # fmt: skip

CLAUDE = [
    {
        "uuid": "1",
        "name": "Garden",
        "created_at": "2024-05-01T10:00:00.000000Z",
        "updated_at": "2024-05-01T11:00:00.000000Z",
        "chat_messages": [
            {"sender": "human", "text": "I planted three fig trees.", "created_at": "2024-05-01T10:00:01Z"},
            {
                "sender": "assistant", "text": "", "created_at": "2024-05-01T10:00:09Z",
                "content": [{"type": "text", "text": "Figs like sun."}],
            },
        ],
    },
    {"name": "Nothing"},
]  # fmt: skip

NOTES = {
    "People/Anna.md": (
        '---\ntype: person\naliases: [Annie]\nlives_in: "[[Lisbon]]"\nage: 41\nlikes:\n  - tea\n  - "[[Jazz|music]]"\n'
        "tags: [friend]\n---\n# Anna\n\nMet at the [[Harbour]].\n"
    ),
    "Lisbon.md": "A city on the [[Tagus]], see [[Anna]].\n",
    "Broken.md": "---\nkey: [unclosed\n---\nStill a note.\n",
    "Bomb.md": "---\na: &a [x, x]\nb: *a\n---\nText.\n",
    "Empty.md": "",
    ".obsidian/app.json": "{}",
    ".obsidian/hidden.md": "hidden",
}

MEM0 = json.dumps(
    {
        "results": [
            {
                "id": "1",
                "memory": "Prefers window seats",
                "created_at": "2024-01-01T00:00:00Z",
                "categories": ["travel"],
            },
            {"id": "2", "memory": ""},
        ],
        "relations": [{"source": "Anna", "relationship": "sister_of", "target": "Tom"}, {"source": "x"}],
    }
).encode()

VCARD = (
    b"BEGIN:VCARD\r\nVERSION:3.0\r\nUID:7\r\nFN:Anna Reis\r\nN:Reis;Anna;;;\r\nNICKNAME:Annie\r\nORG:Acme;Sales\r\n"
    b"EMAIL;TYPE=INTERNET:anna@example.org\r\nTEL:+351 1\r\nBDAY:19850302\r\nADR:;;1 Rua;Lisbon;;1000;Portugal\r\n"
    b"END:VCARD\r\nBEGIN:VCARD\r\nVERSION:3.0\r\nEMAIL:nobody@example.org\r\nEND:VCARD\r\n"
    b"BEGIN:VCARD\r\nVERSION:4.0\r\nFN:Tom Ek\r\nEND:VCARD\r\n"
)

ICS = (
    b"BEGIN:VCALENDAR\r\nVERSION:2.0\r\nPRODID:-//x//y\r\nBEGIN:VEVENT\r\nUID:1\r\nDTSTART:20260401T100000Z\r\n"
    b"DTEND:20260401T110000Z\r\nSUMMARY:Dentist\r\nLOCATION:Rua Augusta\r\n"
    b"ATTENDEE;CN=Anna Reis:mailto:anna@example.org\r\nRRULE:FREQ=YEARLY\r\nEND:VEVENT\r\n"
    b"BEGIN:VEVENT\r\nUID:2\r\nSUMMARY:When?\r\nEND:VEVENT\r\n"
    b"BEGIN:VEVENT\r\nUID:3\r\nDTSTART;VALUE=DATE:20260501\r\nSUMMARY:Day off\r\nEND:VEVENT\r\nEND:VCALENDAR\r\n"
)

JSONLD = json.dumps(
    {
        "@context": "https://schema.org",
        "@graph": [
            {
                "@id": "https://example.org/anna", "@type": "Person", "name": "Anna", "alternateName": "Annie",
                "knows": {"@id": "https://example.org/tom"}, "birthDate": "1985-03-02",
            },
            {"@id": "https://example.org/tom", "@type": "Person", "name": "Tom"},
        ],
    }
).encode()  # fmt: skip

CSV = (
    b"subject,predicate,object,value,value_type,confidence\r\n"
    b'Anna,lives_in,Lisbon,,,0.9\r\nAnna,age,,41,number,\r\nAnna,said,,"Hello, ""you""\nthere",,\r\n'
    b'Tom,says,,"never closed,,\r\nTom,knows,Anna,,,\r\n,knows,Anna,,,\r\nTom,likes,,tea,,7\r\nTom,is,,x,dragon,\r\n'
    b"Tom,owes,,x,,much\r\nToo,many,cells,x,,1,2,3\r\n"
)


KEEP = {
    "Takeout/Keep/Boat key.json": json.dumps(
        {
            "title": "Boat key", "textContent": "The boat key hangs behind the clock.", "isTrashed": False,
            "createdTimestampUsec": 1690000000000000, "userEditedTimestampUsec": 1699999999000000,
            "labels": [{"name": "boat"}], "attachments": [{"filePath": "1.jpg", "mimetype": "image/jpeg"}],
            "annotations": [{"source": "WEBLINK", "title": "Tides", "url": "https://tides.example/"}],
        }
    ),
    "Takeout/Keep/Boat key.html": "<p>The boat key hangs behind the clock.</p>",
    "Takeout/Keep/2024-01-02.json": json.dumps(
        {
            "title": "", "userEditedTimestampUsec": 1704200000000000,
            "listContent": [{"text": "Oat milk", "isChecked": False}, {"text": "Rye flour", "isChecked": True}],
        }
    ),
    "Takeout/Keep/Old.json": json.dumps({"title": "Old", "textContent": "Gone.", "isTrashed": True}),
    "Takeout/Keep/Empty.json": json.dumps({"title": "", "textContent": " "}),
    "Takeout/Keep/Candles.json": json.dumps({"title": "Buy candles", "textContent": ""}),
    "Takeout/Keep/Broken.json": "{",
    "Takeout/Keep/1.jpg": b"\xff\xd8",
    "Takeout/Keep/Labels.txt": "boat",
    "Takeout/Tasks/Tasks.json": "{}",
}  # fmt: skip

ENEX = b"""<?xml version="1.0" encoding="UTF-8"?>
<!DOCTYPE en-export SYSTEM "http://xml.evernote.com/pub/evernote-export4.dtd" [<!ENTITY x SYSTEM "file:///etc/hostname">]>
<en-export export-date="20240101T120000Z" application="Evernote" version="10.0">
<note><title>Winter storage</title><created>20231012T090000Z</created><updated>20231013T090000Z</updated>
<tag>boat</tag><note-attributes><source-url>https://marina.example/prices</source-url></note-attributes>
<content><![CDATA[<?xml version="1.0" encoding="UTF-8"?><!DOCTYPE en-note SYSTEM "http://xml.evernote.com/pub/enml2.dtd">
<en-note><h1>Prices</h1><div>The boat is stored at the Hamlet marina.</div>
<div><en-todo checked="true"/>Pay the deposit</div><div><en-todo/>Book the crane</div>
<en-crypt cipher="AES">c2VjcmV0</en-crypt></en-note>]]></content>
<resource><data encoding="base64">AAAA</data><mime>image/png</mime></resource></note>
<note><title></title><content><![CDATA[<en-note></en-note>]]></content></note>
<note><title>Leak &x;</title><content><![CDATA[<en-note><div>A plain line.</div></en-note>]]></content></note>
</en-export>"""


def zipped(files: dict[str, str | bytes]) -> bytes:
    stream = io.BytesIO()
    with zipfile.ZipFile(stream, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, data in files.items():
            archive.writestr(name, data)
    return stream.getvalue()
