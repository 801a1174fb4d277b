"""The numbers of the chat, each with its reason; those of retrieval stand in `graph.retrieval.params`."""

from __future__ import annotations

import datetime as dt

# Messages
LARGEST_MESSAGE = 200_000  # characters; more is a document, and is said so
REMEMBERED_MESSAGES = 6  # earlier messages by which a pronoun is resolved: people rarely reach back further
NAMES_BEFORE = 60  # messages of a talk in which a name is looked for that is typed in small letters: an evening's
REMEMBERED_CHARACTERS = 2_000  # of each of those that are looked at
HISTORY_CHARACTERS = 6_000  # of the conversation that a model is given, newest first: small models have 2,048 tokens
TITLE_WORDS = 8  # what fits a line of the sidebar

# Learning
LEARNS_AFTER = dt.timedelta(seconds=30)  # at the latest; as a rule as soon as the answer is written
CAUGHT_UP = 3  # messages that are read before a question is answered: what was said in the same breath
CATCHING_UP_EVERY = 0.05  # seconds between two looks at what a worker reads just then
CATCHING_UP_LOOKS = 30  # so at most 1.5 s: a message is read in a fifth of one
LEARNED_CHARACTERS = 20_000  # of one message that are read for facts: 15 ms a sentence adds up
PARSES_KEPT = 32  # short texts: the earlier messages of some talks that are read at once; of 1,000 characters 4 MB
LEARNED_FACTS = 40  # from one message; more is a list to import, not talk
TALK_FACTS = 60  # from one imported conversation: an export has hundreds of them
TALKS_APART = dt.timedelta(seconds=1)  # between two of them, so that what is said meanwhile need not wait
DOCUMENT_FACTS = 200  # from one document: more would bury the inbox
STAGED_AT_ONCE = 50  # facts of a document, as one change: a tenth of a second, for which others who write wait
DOCUMENT_CONFIDENCE = 0.8  # leaves the rules for unknown verbs out: in prose they are right half the time
NOTE_CONFIDENCE = 0.75  # of a note it is known whom it is of, so that a pronoun may stand there
SAID_BEFORE = 8  # messages back that are looked at for what a message is of: questions of the book stand between
PASSAGE_CHARACTERS = 900  # of a message in one chunk: under the embedding model's 256 tokens with its prefix

# Answers without a model
ANSWER_FACTS = 4  # more reads as a dump
ANSWER_LISTED = 10  # of facts that say the same of one thing, after how many there are
TABLES_READ = 3  # documents with tables that a question looks through whole
TABLE_PASSAGES = 400  # of one: some two thousand rows; of a longer one no part is told as if it were all
MESSAGES_READ = 2_000  # passages of talks in which the one is named whose messages are asked for
YEARS_BACK = 15  # in which messages are looked for that are asked for by a month or a day without its year
MARKED_READ = 2_000  # passages of books of which a question looks through what was marked
CELLS_READ = 16_384  # kept as they were read, some 5 MB: those of a large table, which is asked more than once
TABLE_ROWS = 20  # told of those that are asked for, after how many they are
SHORT_NAME = 2  # letters below which a cell names nothing without its head: "Group A"
JOINED_FACTS = 3  # of each of two or three names that are asked for at once
HELD_FACTS = 50  # of one who is asked for, and of the same one where only "my mum" is said: more than people tell
JOINED_STEPS = 3  # from one of them to another: nearly everything is joined by longer ways
RELATED_STEPS = 6  # where it is asked how they are joined
KIN_STEPS = 7  # facts of one way to somebody: a second cousin's is six
KIN_FACTS = 5_000  # that are looked through for who is whose kin: a family tree of some thousand people
ALIKE = 500  # facts that are looked at as saying the same; of more the book is asked how many, if all are of one type
ANSWER_PASSAGES = 2
CITED_BEFORE = 8  # passages of the answer before that a question about "it" may be of
CORRECTIONS_READ = 20  # passages with a name that is quoted, of which one may say what is right in its place
CORRECTED_WITHIN = 3  # passages behind what was said: people put right what they said just before
MOVED_WITHIN = 20  # of which one may move it: a date stands for a while
QUOTE_CHARACTERS = 320  # of a passage: three lines
TOLD_TOGETHER = 600  # characters of a passage whose sentences are about one matter; a note is shorter
STEPS_TOLD = 15  # of a numbered list; a recipe or a runbook of more is opened by its citation
QUOTE_CODE_LINES = 25  # of the block of code that a quoted line leads to: what a screen shows at once
SIMILAR_ENOUGH = 0.45  # cosine of MiniLM above which a fact is about the question though no word is shared
SURELY_SIMILAR = 0.70  # above which it is told without saying that it only comes close
PASSAGE_SIMILAR_ENOUGH = 0.40  # with some of the question's words; passages hold more than one thought
PASSAGE_SURELY_SIMILAR = 0.60  # with none of them
WORDS_ENOUGH = 0.6  # the share of the question's words that a line needs without that similarity

# What was answered before
ANSWERS_READ = 30  # of those that have words of a question, the ones that have the most
WORDS_ASKED_FOR = 0.3  # the share of the question's words that an answer needs where such an answer is asked for
WORDS_OF_AN_ANSWER = 0.7  # and where it is not, and the book has nothing: two at least, since a single one is in many

# What falls on which day
LOOKED_AHEAD = dt.timedelta(days=30)  # where it is asked what is coming up: a page of a calendar
LOOKED_FAR_AHEAD = dt.timedelta(days=366)  # where the next of its kind is asked for: every birthday comes once
LOOKED_FAR_BACK = dt.timedelta(days=3653)  # where it is asked when one event was last: ten years
A_WEEK = dt.timedelta(days=7)  # of so few days what is every week is told, too
TOLD_BEFORE = dt.timedelta(days=400)  # how long before a day people tell of it without its year
TOLD_AFTER = dt.timedelta(days=120)  # and afterwards
LONGEST_EVENT = dt.timedelta(days=62)  # how far back one may have begun that is still going on
DATED_PASSAGES = 5_000  # looked through, newest first: half a second at most
DATED_FACTS = 2_000  # of each sort
OLDEST = 115  # years since a birth after which no birthday comes up
CHANGES_READ = 100  # passages in which plans were moved that an answer looks through for one that it quotes
ON_DAYS = 40  # told at once
TASKS = 12  # of no day, told below those of one
TASKS_SAID_WITHIN = dt.timedelta(days=120)  # who said so earlier has done it, or never will
TASKS_READ = 500  # passages that may hold one, newest first
OF_A_NOTE = 3  # sentences of the note of a day that name no other day

# Language model
ANSWER_DEADLINE = dt.timedelta(seconds=120)  # a 1.5B model on one CPU thread writes 400 tokens in 60 s
ANSWER_TOKENS = 1000  # a page and a half
ANSWER_TEMPERATURE = 0.2  # what the book says is to be told, not varied; a model that knows none is asked without
SEARCHED = 5  # lines that a search by the model gives it (O72): more would crowd out what was found for the question
SEARCHES = 3  # rounds of such searches in one answer: a model that goes on after that is lost
SEARCH_CHARACTERS = 300  # of what it looks for
# Between two pieces of a stream, and to the first: a local server loads gigabytes before it, and reads a prompt of
# 1,500 tokens in 45 s.
READ_TIMEOUT = dt.timedelta(seconds=60)
COMPARISON_DEADLINE = dt.timedelta(seconds=120)  # of passages with each other, in the background: nobody waits
EXTRACTION_DEADLINE = dt.timedelta(seconds=60)
FOLLOW_UP_DEADLINE = dt.timedelta(seconds=6)  # the person waits for it before anything is searched
TITLE_DEADLINE = dt.timedelta(seconds=20)
REACHABLE_FOR = dt.timedelta(seconds=60)  # how long a look at the model's server counts
LARGEST_ANSWER = 40_000  # characters; a model that loops is cut there
LARGEST_EXTRACTION = 100_000  # characters of a model's JSON that are parsed

# Runs
RUNS_AT_ONCE = 32  # threads that answer: each waits for a model most of its seconds; more answers wait in line
SAVED_EVERY = dt.timedelta(seconds=1)  # partial text and heartbeat go to the row
SHOWN_EVERY = 0.08  # seconds between two states on the page: smooth to the eye, cheap to render
READ_EVERY = 0.5  # seconds between two looks at the row of a run in another process whose stream is silent
STREAMED_EVENTS = 50_000  # kept of one answer's stream: more than an answer of the largest length can have
STREAM_KEPT = dt.timedelta(minutes=10)  # after its last event: for a page that is loaded again; the row stays
STREAM_BATCH = 500  # events read at once by a page that connects late
STREAM_TIMEOUT = 1.0  # seconds that Redis is waited for; an answer does not wait longer for those who watch it
STREAM_PATIENCE = 4  # times in a row that a page asks a Redis that does not answer in time, before it reads the row
DEAD_AFTER = dt.timedelta(seconds=15)  # without a heartbeat
FINISHED_KEPT = 200  # finished runs kept in memory for pages that connect late

# Background work
WORKER_THREADS = 2  # one for what takes long, one for what is waited for
JOBS_PER_TASK = 1000
SWEPT_EVERY = 1  # seconds between two looks for due jobs: an indexed query of 0.1 ms
TIDIED_EVERY = 3600  # seconds between two looks for what can be thrown away
RECEIPTS_KEPT = dt.timedelta(days=30)  # those of searches; an answer's, and one that was judged, for good
JOBS_KEPT = dt.timedelta(days=30)  # once they were done
THROWN_AT_ONCE = 100  # in one transaction: of receipts some two thousand rows, a few hundredths of a second
WAKES_FOR = 10.0  # seconds after which a wake-up that no worker took is dropped
STOP_PATIENCE = 10.0  # seconds for the jobs in hand when the process is told to stop

# How fast, counted from the first one
API_REQUESTS, API_SECONDS = 200, 1  # of one token; programs are promised 50 a second, one process manages about 150
SIGN_INS, SIGN_IN_SECONDS = 10, 600  # of one name from one address: people mistype, guessing 1,440 a day finds nothing
SIGN_INS_OF_ADDRESS = 100  # whatever the names: a household behind one address stays far below
ANSWERS_AT_ONCE = 100  # of one person being written or waiting; 60 at once were measured to work

DATABASE_WAIT = 5  # seconds in which a database that was started again is back

# Writes that are sent again
REPLIES_KEPT = dt.timedelta(days=7)  # how long an answer is given again for its Idempotency-Key
