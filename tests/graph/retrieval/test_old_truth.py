"""Age and noise never bury what the owner confirmed."""

from __future__ import annotations

import datetime as dt

import numpy as np

from graph import versions
from graph.curation import facts
from graph.curation.candidates import Draft, Name
from graph.models import Embedding, Fact, Touch
from graph.projections import embed, subjects, texts

CITIES = ("Berlin", "Oslo", "Kyoto", "Lima", "Turin", "Leeds", "Ghent", "Split", "Vienna", "Gdynia")
PREDICATES = ("lives_in", "visited", "works_in", "dreams_of", "wrote_about")


def noise(count: int, now: dt.datetime) -> list[Draft]:
    """Fresh unconfirmed facts about other people in other cities."""
    return [
        Draft(
            Name(f"Person {n // 50} {CITIES[n % 7]}", "person"),
            PREDICATES[n % 5],
            object=Name(f"{CITIES[n % 10]} {n // 10 % 40}", "place"),
            status=Fact.Status.STAGED,
            source=Fact.Source.FILE,
        )
        for n in range(count)
    ]


def give_vectors(user, ids: list[int]) -> None:
    """A vector to each fact: the model's own for every twentieth, and these with a little noise for the rest.

    Embedding ten thousand sentences takes the model two minutes; neighbours of real vectors distract no less.
    """
    words = subjects.texts(user.pk, "fact", ids)
    real = embed.encode([words[pk] for pk in ids[::20]])
    random = np.random.default_rng(7)
    blurred = real[np.arange(len(ids)) // 20] + random.normal(0, 0.02, (len(ids), real.shape[1]))
    blurred = (blurred / np.linalg.norm(blurred, axis=1, keepdims=True)).astype("<f4")
    Embedding.objects.bulk_create(
        Embedding(
            user=user,
            kind="fact",
            object_id=pk,
            model=embed.model_name(),
            dim=blurred.shape[1],
            vector=vector.tobytes(),
            text_hash=texts.text_hash(words[pk]),
        )
        for pk, vector in zip(ids, blurred, strict=True)
    )
    versions.bump(user.pk, [(Touch.Kind.EMBEDDING_FACT, pk) for pk in ids])


def test_a_fact_confirmed_three_years_ago_and_never_used_answers_among_ten_thousand_fresh_ones_c34(
    api, user, caller, work, minilm, now
):
    """By the original arithmetic its score is 0.005 (J30). A question is no use of what it finds: the second is as hard. C21."""
    long_ago = now - dt.timedelta(days=3 * 365)
    lisbon = Draft(Name("Anna", "person"), "lives_in", object=Name("Lisbon", "place"))
    facts.state(user=user, draft=lisbon, by=caller, now=long_ago)
    work()
    stated = facts.state_many(user=user, drafts=noise(10_000, now), by=caller, now=now)
    fresh = [fact.pk for fact in stated.created]
    assert len(fresh) == 10_000
    from django.db import transaction

    with transaction.atomic():
        give_vectors(user, fresh)
    for question in ("Where does my sister Anna live?", "Which city is Anna in?"):
        _, answer = api.post("/retrieve", {"query": question})
        assert answer["items"][0]["text"] == "Anna lives in Lisbon"
        assert answer["items"][0]["scores"]["decay"] == 0.5
    # By its meaning alone, though ten thousand are newer (W-T1).
    alone = {"fact_seeds": 1, "anchor_limit": 0, "seed_top_k": 0, "seed_keyword_weight": 0.0, "max_hops": 0}
    _, answer = api.post("/retrieve", {"query": "Anna lives in Lisbon", "config": alone})
    assert [item["text"] for item in answer["items"]] == ["Anna lives in Lisbon"]
