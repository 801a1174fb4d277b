"""Tunables of reading documents, each with its reason."""

READING = "ingest"  # the kind of the jobs that read documents
CONTEXT_CHARACTERS = 300  # of what was said before a message, indexed with it: some 75 tokens of the 256 that are read
MAX_TOKENS = 200  # of a passage with its prefix: the embedding model cuts at 256, and shorter passages are more exact
PARENT_TOKENS = 1_024  # of a parent, which is shown around its children and never embedded (A-O1)
EMBEDDED_TOKENS = 254  # the embedding model cuts at 256, two of which it adds itself
CONTEXT_DOCUMENT = 100_000  # characters of a document above which its passages get no written context (A-O3)
CONTEXT_TOKENS = 80  # of the one or two sentences that are asked for
MAX_TEXT = 20_000_000  # characters of one document's text: more is a book series, split it
HEADING = 60  # characters of a line by itself, without a full stop, that may head what follows it
LEADING = 300  # characters of a paragraph that may lead to the list or the code behind it
NAME_WORDS = 6  # words in the longest name looked for in a passage
REFERENCES_DELAY = 2  # seconds: links are resolved once for a batch of files, not once a file
LINKED_AT_ONCE = 50  # passages whose names are looked for, then written: others wait a fifth of a second to write
ENTITY_MENTIONS = 500  # passages searched for a new entity's name
TITLE_COMMON = 40  # passages that name a title, above which it is a word of the language and links nothing
EMBEDDED_TOGETHER = 64  # passages of several documents: a forward pass is as dear for three as it is cheap for 32
READ_TOGETHER = 64  # documents brought to that point beside the one at hand, at most
GATHER_SECONDS = 5.0  # spent on bringing them there: the one at hand waits for it
LONG_TEXT = 200_000  # characters that take a minute to read: shorter texts that wait go first
DOCUMENTS_WAITING = 20_000  # of one person: half a day of reading; whoever sends more should look at it first

# Links that the language model finds between passages
BATCH_SIZE, BATCH_OVERLAP = 5, 0  # passages shown at once, and how many of them are shown again (O6, O7)
WORKERS = 3  # batches asked about at the same time (O12)
EDGES_A_BATCH = 40  # more than all pairs of five passages in both directions
EDGE_DESCRIPTION = 500  # characters of why two passages are linked: it is shown in one line
EDGE_TOKENS = 2_000  # of an answer: forty links
PASSAGE_SHOWN = 2_000  # characters of a passage that the model is shown; ours have about 900
LOOKED_EVERY = 5.0  # seconds between two looks at the lease while a model thinks
LINK_THRESHOLD = 0.5  # cosine from which passages of two documents are worth asking about (O40)
LINK_PAIRS = 3  # such pairs of a passage (O41)
LINK_OVERFETCH = 8  # times the pairs are sought: the nearest passages are mostly of the same document

# Files: what a person has passes far below, what a program made to hurt does not
FILE_LIMIT = 50 * 1024 * 1024  # bytes of one file
MAX_UNPACKED = 300 * 1024 * 1024  # bytes of a zipped document's parts together
MAX_PART = 40 * 1024 * 1024  # of one part: parsing takes ten times that in memory
MAX_PARTS = 20_000  # files in a zipped document
MAX_PAGES = 5_000  # of a PDF
MAX_CELLS = 500_000  # of a document's tables or of a workbook
PARSE_SECONDS = 300  # for one file: a PDF page takes 20 ms, a strange one a second
PASSAGES_AT_ONCE = 200  # written in one transaction: 30 ms, for which others who write wait
FRONT_MATTER = 20_000  # characters of a note's front matter
PLACES = 20_000  # pages, slides, sheets or chapters whose beginnings are kept with the document

# Estimates before a large run
BYTES_A_PASSAGE = 700  # of plain text; other formats hold less text a byte, so they come out cheaper than said
PASSAGES_A_SECOND = 50  # split, indexed and embedded on one thread
QUESTION_TOKENS = 700  # the rules, and a short answer
QUESTION_SECONDS = 10.0  # of a small local model
LARGE_RUN = 20  # files above which the estimate is shown without being asked for
