"""Tunables of reading documents, each with its reason."""

MAX_TOKENS = 200  # of a passage with its prefix: the embedding model cuts at 256, and shorter passages are more exact
MAX_TEXT = 20_000_000  # characters of one document's text: more is a book series, split it
NAME_WORDS = 6  # words in the longest name looked for in a passage
REFERENCES_DELAY = 2  # seconds: links are resolved once for a batch of files, not once a file
ENTITY_MENTIONS = 500  # passages searched for a new entity's name
TITLE_COMMON = 40  # passages that name a title, above which it is a word of the language and links nothing
DOCUMENTS_WAITING = 20_000  # of one person: half a day of reading; whoever sends more should look at it first
