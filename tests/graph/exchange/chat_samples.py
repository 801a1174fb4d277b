"""What messengers write when they are asked for one's chats."""

from __future__ import annotations

import json

from tests.graph.exchange.samples import zipped


def _telegram(number: int, date: str, who: str, text: object, **more: object) -> dict:
    sender = {"Mara Lind": "user7", "Oskar": "user8"}.get(who, "user9")
    return {"id": number, "type": "message", "date": date, "from": who, "from_id": sender, "text": text, **more}


TELEGRAM = {
    "about": "Here is the data you requested.",
    "personal_information": {"user_id": 7, "first_name": "Mara", "last_name": "Lind"},
    "contacts": {"list": [{"first_name": "Oskar", "phone_number": "+46 70 000 00 00"}]},
    "chats": {
        "list": [
            {
                "name": "Oskar", "type": "personal_chat", "id": 81,
                "messages": [
                    _telegram(1, "2023-12-30T21:05:11", "Oskar", "The cabin key is under the blue pot."),
                    {"id": 2, "type": "service", "date": "2024-01-02T08:00:00", "action": "phone_call"},
                    _telegram(3, "2024-01-02T08:10:00", "Mara Lind", "I booked the sauna for Friday."),
                    _telegram(4, "2024-01-02T08:12:00", "Oskar", [
                        "See ", {"type": "text_link", "text": "the map", "href": "https://maps.example/c"}, ", room 4.",
                    ]),
                    _telegram(5, "2024-01-02T08:13:00", "Oskar", "", photo="photos/1.jpg"),
                    _telegram(6, "2024-01-03T19:00:00", "Mara Lind", "The lift is closed.", forwarded_from="Ski news"),
                ],
            },
            {"name": None, "type": "personal_chat", "id": 82, "messages": [_telegram(1, "2024-02-01T10:00:00", "", "Hi!")]},
            {"type": "saved_messages", "id": 7, "messages": [_telegram(1, "2024-02-02T10:00:00", "Mara Lind", "Wifi: moss")]},
            {"name": "Broken", "id": 83, "messages": [{"type": "message", "date": "yesterday", "text": "?"}]},
            {"name": "Empty", "id": 84},
        ]
    },
}  # fmt: skip


def _page(*messages: str) -> str:
    head = '<!DOCTYPE html><html><head><title>Exported Data</title></head><body><div class="page_header">'
    return f'{head}<div class="content"><div class="text bold">\nOskar\n</div></div></div>{"".join(messages)}</body></html>'


def _shown(at: str, who: str, body: str) -> str:
    name = f'<div class="from_name">\n{who} \n</div>' if who else ""
    classes = "message default clearfix" if who else "message default clearfix joined"
    date = f'<div class="pull_right date details" title="{at} UTC+01:00">00:00</div>'
    return f'<div class="{classes}" id="message1"><div class="body">{date}{name}{body}</div></div>'


PAGES = {
    "ChatExport/messages.html": _page(
        '<div class="message service" id="message-1"><div class="body details">30 December 2023</div></div>',
        _shown("30.12.2023 21:05:11", "Oskar", '<div class="text">\nThe cabin key is under<br>the blue pot.\n</div>'),
        _shown("30.12.2023 21:06:00", "", '<div class="text">See <a href="https://maps.example/c">the map</a> &amp; go.</div>'),
        _shown("30.12.2023 21:07:00", "Mara Lind", '<div class="media_wrap clearfix"><a href="photos/1.jpg"></a></div>'),
    ),
    "ChatExport/messages2.html": _page(
        _shown("02.01.2024 08:10:00", "Mara Lind", '<div class="forwarded body"><div class="from_name">Ski news <span '
               'class="date details" title="01.01.2024 07:00:00">1</span></div><div class="text">The lift is closed.</div>'
               "</div>"),
    ),
    "ChatExport/messages3.html": _page(
        _shown("soon", "Oskar", '<div class="text">?</div>'), '<div class="message default"><div class="body">?</div></div>'
    ),
    "ChatExport/messages4.html": "",
    "ChatExport/css/style.css": "",
}  # fmt: skip

SLACK = {
    "users.json": json.dumps([
        {"id": "U1", "name": "mara", "profile": {"real_name": "Mara Lind", "display_name": "mara"}},
        {"id": "U2", "name": "jonas", "real_name": "Jonas Berg"},
    ]),
    "channels.json": json.dumps([{"id": "C1", "name": "launch"}]),
    "dms.json": json.dumps([{"id": "D1", "members": ["U1", "U2"]}]),
    "launch/2024-03-04.json": json.dumps([
        {"type": "message", "user": "U2", "ts": "1709546400.000200", "text": "<@U1> the launch moves to &lt;May&gt;, see "
         "<https://plan.example/x|the plan> in <#C1|launch>"},
        {"type": "message", "subtype": "channel_join", "user": "U1", "ts": "1709546300.000100", "text": "joined"},
        {"type": "message", "user": "U1", "ts": "1709546500.000300", "text": "Noted.", "files": [{"id": "F1"}]},
        {"type": "message", "user": "U1", "ts": "noon", "text": "?"},
    ]),
    "launch/2024-03-05.json": "[{",
    "D1/2024-03-06.json": json.dumps([
        {"type": "message", "user": "U2", "ts": "1709719200.000100", "text": "The demo password is heron-42."},
    ]),
}  # fmt: skip


def _mangled(text: str) -> str:
    return text.encode().decode("latin-1")


META = {
    "your_activity/messages/inbox/zoe_1/message_1.json": json.dumps({
        "participants": [{"name": _mangled("Zoë")}, {"name": "Mara Lind"}], "title": _mangled("Zoë"),
        "messages": [
            {"sender_name": _mangled("Zoë"), "timestamp_ms": 1717400120000, "content": _mangled("Zoë sent a photo."),
             "photos": [{"uri": "x.jpg"}]},
            {"sender_name": _mangled("Zoë"), "timestamp_ms": 1717400060000, "content": _mangled("Café Nord at nine?")},
        ],
    }),
    "your_activity/messages/inbox/zoe_1/message_2.json": json.dumps({
        "participants": [{"name": _mangled("Zoë")}, {"name": "Mara Lind"}], "title": _mangled("Zoë"),
        "messages": [{"sender_name": "Mara Lind", "timestamp_ms": 1717400000000, "content": "Where shall we eat?"},
                     {"sender_name": "Mara Lind", "content": "?"}],
    }),
    "your_instagram_activity/messages/inbox/kim_2/message_1.json": json.dumps({
        "participants": ["Kim", "Mara Lind"], "threadName": "Kim",
        "messages": [{"senderName": "Kim", "timestamp": 1717400000000, "text": "My studio is on Hill Lane.",
                      "isUnsent": False, "media": []}],
    }),
    "your_activity/messages/inbox/bad_3/message_1.json": "{}",
}  # fmt: skip

CHATS = {"telegram": json.dumps(TELEGRAM).encode(), "slack": zipped(SLACK), "meta": zipped(META)}
