"""The rows that a question found or reached, loaded with all that scoring asks of them."""

from __future__ import annotations

from collections.abc import Mapping

from graph.predicates import Reads, Relation
from graph.projections import texts
from graph.retrieval import feedback, linked, load, rows, sources
from graph.retrieval.begin import Asked, Beginning
from graph.retrieval.channels import find, lined, nearest_relation
from graph.retrieval.channels import within as filtering
from graph.retrieval.question import words
from graph.retrieval.question.asked_for import Wanted
from graph.retrieval.question.fitting import fits
from graph.retrieval.ranking import ends, gather, joint
from graph.retrieval.ranking.end import End
from graph.retrieval.spreading.activation import Activation, Light
from graph.retrieval.types import FactRow


def material(
    asked: Asked,
    found: find.Found,
    begun: Beginning,
    relations: dict[str, Relation],
    reads: Reads,
    wanted: Wanted,
    allowed: filtering.Within,
    activation: Activation,
    lit_by: Mapping[int, Light],
) -> gather.Material:
    """The rows that were found or reached, and how near each is to the question."""
    user, config, how = asked.user, asked.config, asked.how
    kinds = load.kinds(user, activation, wanted) if how.resembling else {}
    asked_for = ends.ends(activation, begun.facts, kinds, wanted, config.max_facts) if how.resembling else {}
    reached = [pk for pk in gather.candidate_facts(activation, config) if pk not in begun.facts]
    if how.resembling and not asked_for:
        asked_for = nearest_relation.ends(user, found, wanted, activation, begun.facts)
    near = load.similarities(user, found, "fact", [*begun.facts, *reached])
    if how.relative:
        answers = [pk for pk in asked_for if pk not in begun.facts]
        reached = list(dict.fromkeys([*answers, *gather.promising(reached, activation, near, config)]))
    history_reached = {pk: begun.bygone[pk] for pk in reached if pk in begun.bygone}
    facts = {**begun.facts, **rows.facts_by_id(user.pk, reached, asked.now), **history_reached}
    exclusive = frozenset(name for name, one in relations.items() if one.functional)
    rivals = load.rivals(user, facts, exclusive, asked.now) if how.bounded else {}
    facts |= {pk: row for pk, row in rivals.items() if allowed.lets("fact", pk)}
    if how.relative and config.seed_top_k:
        strengths = {pk: max(seed.vector, 0.0) for pk, seed in begun.fact_seeds.items()}
        sources.reach(activation, facts, strengths, rows.stated(user.pk, facts))
    reached_chunks = gather.reached_chunks(activation) if config.seed_top_k else []
    farther = [pk for pk in reached_chunks if pk not in begun.chunks and allowed.lets("chunk", pk)]
    chunks = {**begun.chunks, **linked.passages(user.pk, farther, found.degraded)}
    facts, chunks = feedback.aged(user.pk, facts, chunks, config.feedback_decay, asked.now)
    chunks_near = load.similarities(user, found, "chunk", chunks)
    chunks_near = lined.nearer(user, found, chunks_near, config) if how.relative else chunks_near

    # A row may go while its question is answered, and what is told of it goes along.
    entities = load.entities(user, begun.anchors, activation, facts)
    facts = {pk: fact for pk, fact in facts.items() if fact.subject in entities}

    rows_of = [*(("fact", pk) for pk in facts), *(("chunk", pk) for pk in chunks)]

    def sentence(fact: FactRow) -> str:
        return texts.fact_text(fact.subject_name, reads[fact.predicate], fact.object_name or fact.value)

    chains = joint.chains(activation, lit_by, facts, chunks) if how.relative else {}
    told = {("fact", pk): sentence(fact) for pk, fact in facts.items()} if chains else {}
    told |= {("chunk", pk): f"{chunk.prefix}\n{chunk.text}" for pk, chunk in chunks.items()} if chains else {}
    said = {link: words.held(begun.stems, text) for link, text in told.items()}

    return gather.Material(
        facts=facts,
        chunks=chunks,
        entities=entities,
        fact_seeds=begun.fact_seeds,
        chunk_seeds=begun.chunk_seeds,
        similarity={
            **{("fact", pk): value for pk, value in near.items()},
            **{("chunk", pk): value for pk, value in chunks_near.items()},
        },
        activation=activation,
        together=load.together(user, found, chains),
        wording=joint.wording(chains, said, begun.stems),
        sentence=sentence,
        wanted=wanted,
        ends={pk: end for pk, end in asked_for.items() if pk in facts and _fits(pk, end, facts, wanted)},
        exclusive=exclusive,
        anchors=[anchor.pk for anchor in begun.anchors if anchor.pk in entities],
        worded=found.worded if how.relative else {},
        asked_of=found.runs if how.relative else (),
        of_others=frozenset(pk for pk, fact in facts.items() if begun.apart.have(fact)),
        directions=load.directions(user, found, rows_of) if config.mmr.enabled else {},
    )


def _fits(pk: int, end: End, facts: Mapping[int, FactRow], wanted: Wanted) -> bool:
    """Whether an end tells what its question asks with."""
    before = facts.get(end.way[-1]) if end.way else None
    return (before is None and bool(end.way)) or fits(wanted, facts[pk], before, end.start)
