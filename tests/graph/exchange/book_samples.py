"""What was marked in books, as a Kindle and as Readwise write it."""

from __future__ import annotations

RULE = "==========\r\n"


def clipping(title: str, told: str, says: str) -> str:
    return f"{title}\r\n- {told}\r\n\r\n{says}\r\n{RULE}"


WALDEN, MIND = "Walden (Thoreau, Henry David)", "Meditations (Marcus Aurelius)"
WOODS = clipping(
    WALDEN,
    "Your Highlight on page 72 | Location 1344-1346 | Added on Saturday, March 3, 2018 10:11:12 PM",
    "I went to the woods because I wished to live deliberately.",
)
CLIPPINGS = (
    "\ufeff"
    + WOODS
    + clipping(MIND, "Your Highlight at location 210-211 | Added on Monday, 5 August 2024 07:00:00", "You have power.")
    + clipping(WALDEN, "Your Bookmark on page 80 | Location 1500 | Added on Saturday, March 3, 2018 10:13:00 PM", "")
    + clipping(
        WALDEN, "Your Note on page 72 | Location 1346 | Added on Saturday, March 3, 2018 10:12:00 PM", "our hut?"
    )
    + clipping(
        MIND,
        "Your Highlight at location 210-212 | Added on Monday, 5 August 2024 07:01:00",
        "You have power. Realize this, and you will find strength.",
    )
    + clipping(
        "Der Prozess (German Edition) (Kafka, Franz)",
        "Ihre Markierung auf Seite 5 | bei Position 66-67 | Hinzugefügt am Samstag, 3. März 2018 22:11:12",
        "Jemand musste Josef K. verleumdet haben.",
    )
    + clipping(
        WALDEN,
        "Your Highlight on page 99 | Location 1900-1901 | Added on Sunday, March 4, 2018 8:00:00 AM",
        "<You have reached the clipping limit for this item>",
    )
    + f"Torn page\r\n{RULE}"
).encode()
READWISE = (
    b"Highlight,Book Title,Book Author,Amazon Book ID,Note,Color,Tags,Location Type,Location,Highlighted at\r\n"
    b'"It is the journey that matters, in the end.",The Left Hand of Darkness,Ursula K. Le Guin,,the pull,yellow,,page,'
    b"220,2025-01-10 21:00:00+00:00\r\n"
    b",The Left Hand of Darkness,Ursula K. Le Guin,,,,,page,1,\r\n"
)
