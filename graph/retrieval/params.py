"""Every tunable of retrieval, each with its reason. Presets override the defaults named in `config`."""

# --- seeds -----------------------------------------------------------------------------------------------------
NAME_NGRAM = 6  # words in the longest name looked up in a question: longer titles are found by keyword
NAMED_SCORE = 1.0  # an entity named in the question is certain
SELF_SCORE = 0.6  # "my" and "I" stand in most questions, so the self entity says less than a name
WORD_SCORE = 0.5  # a question's word that is part of a longer name ("Anna" for "Anna Weiss")

# A match of meaning below this is chance: with all-MiniLM-L6-v2 unrelated sentences lie around 0.0 to 0.2.
MIN_SIMILARITY = 0.3
# Names are short, and short texts are near to anything: an entity must be this much nearer to count by meaning.
ENTITY_MARGIN = 0.2
# One of a passage's five short lines is near by chance more often than the whole: of 150 questions about other things
# 47 met one above .3, ten one above .4, and nine a whole passage above .3.
LINE_MARGIN = 0.1
# Where nothing is named and no word shared, one of so many rows is above the floor by chance, and must be this much
# nearer (of 21 questions about other things put to 2,700 facts ten met one, at .30 to .38).
CHANCE_ROWS = 1_000
UNNAMED_MARGIN = 0.1
# What is asked in words that neither the book nor the model knows is near to things by its letters, and by this much
# nearer than words are (of 25 questions in no language put to 19,469 facts fourteen met one, at up to .51).
STRANGE_MARGIN = 0.25
# Words alone admit when meaning does not object, or when they are most of what was asked.
KEYWORD_WITH_SIMILARITY = 0.15
KEYWORD_COVERAGE = 0.6
# A name that no entry has is found by its word in the few passages that have it, near or not: of "What's Jonah's
# email?" the line with his address is as far in meaning as any. A name that many have does not tell them apart.
NAMED_IN_FEW = 3

# Words weigh as configured where no passage has a word of the question, and this much where one has all of them.
WORDS_TRUSTED = 0.95
WORDS_TRIED = 3  # passages, the best by words

# Questions of one process that are embedded and compared at once; a further one waits for its turn.
SEARCHERS = 4

# Passages whose match of words is known, seeds or not: what the spread reaches has the question's words too, or has
# not. Not so for facts: their words are mostly names, and by these the spread came to them.
WORDED = 100

# Facts, and entities, still without a vector that are embedded while a question waits, the newest: what a few messages
# teach, and as short texts hardly dearer than one more question.
MEASURED_NOW = 8

# --- spreading -------------------------------------------------------------------------------------------------
MENTION_STRENGTH = 0.6  # a passage that names an entity says less about it than a fact does
REFERENCE_STRENGTH = 0.7  # a link between documents was put there by a person
NAMED_BY_STRENGTH = 0.25  # what names the same thing as the question is found by that name anyway
SEQUENCE_STRENGTH = 0.5  # the next passage goes on with the matter half of the time
NAMESAKE_STRENGTH = 0.7  # names that differ by a qualifier, a rank, accents or signs are mostly those of one thing
STATED_STRENGTH = 0.4  # the passage that a found fact rests on says the same, with other things around it
HUB_DEGREE = 20  # up to here every neighbour counts in full; beyond it the activation is shared out
# Of a node's relations the one most like what is asked passes all of its activation on, an unlike one this much.
UNLIKE_RELATION = 0.25
# A name fills a short question's vector: this much of it is left out where relations are compared with what is asked.
NAME_EXPLAINED = 0.5
# A question that has a relation's own words asks for it, whatever else a vector of two words is near to ("who wrote the
# film" is .21 near "has imdb rating" and .12 near "written by"); as much as the nearest of nine relations had at most.
RELATION_WORDS = 0.5
# Who only shares a word with the name that is asked for is near in meaning and in words by that word; where I ask of
# myself, others' facts have all of the question's words as well.
NOT_MEANT = 0.6
# What stands behind a name is this many words farther from it than what stands before it: "what did the director of X
# write" asks of X for its director first.
BEHIND_NAME = 1.5
OWNED = -0.5  # "the job of X's husband" asks of X for the husband first
ASKED_BACK = 0.5  # words farther is what is asked for again: one goes back over what is shared before one goes on
EDGES_READ = 10_000  # of one hop, before the best of each node are chosen: some 5 ms at most
# A reached item that is far in meaning is kept when it arrives with this share of the strongest activation.
STRONG_ARRIVAL = 0.6
PROMISING = 1.5  # times max_facts rows are loaded: the factors not yet known move a fact by a few places only
CANDIDATE_FACTS = 4  # times max_facts are scored, so that the cut is made by score and not by activation

# --- scoring ---------------------------------------------------------------------------------------------------
# What a chain has of the question's words counts half for its end: "who is the mother of the director of X" is in the
# words of two facts together and in those of neither, and the end has only some of them itself.
CHAIN_WORDS = 0.5
# Of a question without its names how near a relation is by meaning, and how far before the next one. Of the questions
# of one step to seven made-up graphs, 60 of 100 are surely of a relation, 97 of 100 of these of the right one; of those
# whose relation is left out of the graph 5 of 100.
SURELY_MEANT = ((0.55, 0.05), (0.4, 0.2))
NEARLY_MEANT = (0.35, 0.1)  # 70 of 100, and of those whose relation is left out 12
RELATIONS_COMPARED = 64  # of one who is named: a hub of more has no nearest
LIFTED = 1e-3  # of its own score, by which an end that is asked for stands above its way: ends keep their order
USAGE_CAP = 1.3  # a boost without a bound let favourites bury everything else
DECAY_FLOOR_CONFIRMED = 0.5  # age alone never buries what the owner confirmed
DECAY_FLOOR_STAGED = 0.2
ENDED_WEIGHT = 0.6  # a fact that has ended answers questions about the past, after the present ones
# A passage weighs as an unconfirmed fact does; at equal relevance a confirmed one (1.2) is more to the point. Of 1,155
# questions about talks and facts of them (LoCoMo), confirmed facts at 1.0 were right as often as turns at .86.
PASSAGE_WEIGHT = 1.0
OWN_WORDS = 1.1  # who is asked about says "I"; the others, who say the name, speak of or to them
ASKING_LESS = 0.3  # a question has the words of its answer and not the answer; the next message is indexed after it
BEFORE_LESS = 0.3  # a message is found by what was said before it, too, but that stands in another passage

# --- feedback --------------------------------------------------------------------------------------------------
PRIOR, PRIOR_WEIGHT = 0.5, 2  # Bayesian prior of feedback (T26)

# --- past questions --------------------------------------------------------------------------------------------
PAST_LIKENESS = 0.5  # of their words in common: half is the same matter in other words
PAST_STRENGTH = 0.6  # what helped with a like question says less than a name in this one
PAST_RUNS = 3
PAST_ITEMS = 500  # helpful items looked at, newest first: some hundred questions

# --- earlier times ---------------------------------------------------------------------------------------------
BYGONE_COMPARED = 40  # superseded facts embedded for one question about the past: no index has them; half a second

# --- narrative -------------------------------------------------------------------------------------------------
CHARACTERS_PER_TOKEN = 4  # the usual estimate for English; exact counting would load a tokenizer into every request
PASSAGE_SHARE = 0.5  # of the budget, kept for passages when there are any, so that facts do not crowd out sources

# --- warming ---------------------------------------------------------------------------------------------------
WARM_ENTITIES = 10  # the entities asked about most; each costs five retrievals in the background
WARM_QUESTIONS = 5  # the last questions asked, which stand for the open conversation
WARM_RECENT_HOURS = 1
WARM_TTL = 900  # seconds: longer than a question's own, since a write drops it anyhow
