"""Full text on SQLite: a table a kind and person, where one held everybody's; what stands in them is copied."""

from django.db import migrations

KINDS = ("entity", "fact", "chunk")
TOKENS = "porter unicode61 remove_diacritics 2 categories ''L* N* Co Mn Mc''"


def divide(apps, editor):
    if editor.connection.vendor != "sqlite":
        return
    for kind in KINDS:
        with editor.connection.cursor() as cursor:
            cursor.execute(f"SELECT DISTINCT owner FROM graph_words_{kind}")
            owners = [owner for (owner,) in cursor.fetchall()]
            for owner in owners:
                table = f"graph_words_{kind}_u{int(owner.removeprefix('u'))}"
                cursor.execute(f"CREATE VIRTUAL TABLE {table} USING fts5(text, tokenize='{TOKENS}')")
                rows = f"SELECT rowid, text FROM graph_words_{kind} WHERE owner = %s"
                cursor.execute(f"INSERT INTO {table} (rowid, text) {rows}", [owner])
        editor.execute(f"DROP TABLE graph_words_{kind}")


def join(apps, editor):
    if editor.connection.vendor != "sqlite":
        return
    for kind in KINDS:
        editor.execute(f"CREATE VIRTUAL TABLE graph_words_{kind} USING fts5(text, owner, tokenize='{TOKENS}')")
        with editor.connection.cursor() as cursor:
            cursor.execute(
                "SELECT name FROM sqlite_master WHERE sql LIKE %s AND name LIKE %s",
                ["CREATE VIRTUAL TABLE%", f"graph_words_{kind}_u%"],
            )
            for (table,) in cursor.fetchall():
                owner = table.rpartition("_")[2]
                cursor.execute(
                    f"INSERT INTO graph_words_{kind} (rowid, text, owner) SELECT rowid, text, %s FROM {table}", [owner]
                )
                cursor.execute(f"DROP TABLE {table}")


class Migration(migrations.Migration):
    dependencies = [("graph", "0006_lines")]

    operations = [migrations.RunPython(divide, join, elidable=False)]
