"""What PostgreSQL has in place of FTS5 and of vectors in memory: tsvector tables, and pgvector where it is installed."""

from django.db import migrations

from graph.projections import pgvector

KINDS = ("entity", "fact", "chunk")


def create(apps, editor):
    if editor.connection.vendor != "postgresql":
        return
    for kind in KINDS:
        editor.execute(
            f"CREATE TABLE graph_words_{kind} "
            "(id bigint PRIMARY KEY, owner bigint NOT NULL, text text NOT NULL, words tsvector NOT NULL)"
        )
        editor.execute(f"CREATE INDEX graph_words_{kind}_owner ON graph_words_{kind} (owner)")
        # Without a list of pending entries: a search would read through it.
        editor.execute(
            f"CREATE INDEX graph_words_{kind}_words ON graph_words_{kind} USING gin (words) WITH (fastupdate = off)"
        )
    pgvector.install()


def drop(apps, editor):
    if editor.connection.vendor != "postgresql":
        return
    editor.execute("ALTER TABLE graph_embedding DROP COLUMN IF EXISTS direction")
    editor.execute("DROP FUNCTION IF EXISTS graph_as_vector")
    for kind in KINDS:
        editor.execute(f"DROP TABLE IF EXISTS graph_words_{kind}")


class Migration(migrations.Migration):
    dependencies = [("graph", "0004_titles_as_links")]

    operations = [migrations.RunPython(create, drop, elidable=False)]
