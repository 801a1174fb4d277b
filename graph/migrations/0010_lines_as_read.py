"""The lines of written passages are divided anew, as they are read; their vectors are made again in the background."""

from django.db import migrations


def forget(apps, editor):
    chunks, embeddings = apps.get_model("graph", "Chunk"), apps.get_model("graph", "Embedding")
    written = chunks.objects.exclude(document__kind="conversation")
    # Of plain sentences in one paragraph nothing changes, and of most books that is most.
    marked = written.filter(text__regex=r"[\n`*_\[<&|#>~=%^\\]")
    embeddings.objects.filter(kind="chunk", object_id__in=marked.values("pk")).update(lines=None)


class Migration(migrations.Migration):
    dependencies = [("graph", "0009_a_retrieval_without_words")]

    operations = [migrations.RunPython(forget, migrations.RunPython.noop, elidable=True)]
