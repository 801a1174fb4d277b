from django.db import migrations, models


def tell(apps, schema_editor):
    """Answers that were brought in were never written here, so that no writing of theirs ever showed a sign of life."""
    answers = apps.get_model("assistant", "Message").objects.filter(role="assistant")
    answers.filter(heartbeat=None, retrieval=None).update(written_by="import")


class Migration(migrations.Migration):
    dependencies = [("assistant", "0004_imported_conversations")]

    operations = [
        migrations.AddField("message", "written_by", models.CharField(max_length=200, default="", blank=True)),
        migrations.RunPython(tell, migrations.RunPython.noop, elidable=True),
    ]
