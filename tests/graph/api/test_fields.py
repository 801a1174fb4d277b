"""What an entity and a fact consist of, as the API shows it and as it is kept."""

from __future__ import annotations

import numpy as np

from graph.models import Embedding, Entity
from graph.projections import embed


def test_an_entity_has_an_owner_a_name_a_type_and_a_vector_of_its_words_j56(api, other_api, user, work, minilm):
    """J56: the vector is of the name and type, by the model that questions are embedded with (J8)."""
    status, made = api.post("/entities", {"name": "Harbour Atlas", "type": "project"})
    assert status == 201
    assert (made["name"], made["type"]) == ("Harbour Atlas", "project")
    work()
    assert Entity.objects.get(pk=made["id"]).user_id == user.pk
    kept = Embedding.objects.get(kind="entity", object_id=made["id"])
    assert (kept.user_id, kept.model, kept.dim) == (user.pk, embed.model_name(), embed.dimension())
    vector = np.frombuffer(kept.vector, "<f4")
    assert float(vector @ embed.encode(["Harbour Atlas (project)"])[0]) > 0.999
    assert other_api.get(f"/entities/{made['id']}")[0] == 404


def test_a_renamed_entity_gets_another_vector_j56_n33(api, work, minilm):
    pk = api.post("/entities", {"name": "Harbour Atlas"})[1]["id"]
    work()
    before = bytes(Embedding.objects.get(kind="entity", object_id=pk).vector)
    assert api.patch(f"/entities/{pk}", {"name": "Cookery book"})[0] == 200
    work()
    assert bytes(Embedding.objects.get(kind="entity", object_id=pk).vector) != before
