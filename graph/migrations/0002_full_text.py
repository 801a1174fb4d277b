"""Full text: one FTS5 table a kind on SQLite, the owner as an indexed term beside the text."""

from django.db import migrations

KINDS = ("entity", "fact", "chunk")
# Letters, digits and combining marks of any script make words; English endings are folded; accents are ignored.
TOKENS = "porter unicode61 remove_diacritics 2 categories ''L* N* Co Mn Mc''"


def create(apps, editor):
    if editor.connection.vendor != "sqlite":
        return
    for kind in KINDS:
        editor.execute(f"CREATE VIRTUAL TABLE graph_words_{kind} USING fts5(text, owner, tokenize='{TOKENS}')")


def drop(apps, editor):
    if editor.connection.vendor != "sqlite":
        return
    for kind in KINDS:
        editor.execute(f"DROP TABLE IF EXISTS graph_words_{kind}")


class Migration(migrations.Migration):
    dependencies = [("graph", "0001_initial")]

    operations = [migrations.RunPython(create, drop, elidable=False)]
