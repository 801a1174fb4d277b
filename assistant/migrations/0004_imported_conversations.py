from django.db import migrations, models


def tell(apps, schema_editor):
    """Those that were imported before, and not gone on with since: learning from them was queued with each."""
    queued = apps.get_model("graph", "Job").objects.filter(kind="learn_talk")
    conversations = apps.get_model("assistant", "Conversation").objects
    brought = {int(key): at for key, at in queued.order_by("pk").values_list("key", "created_at")}
    keys = sorted(brought)
    for batch in (keys[start : start + 500] for start in range(0, len(keys), 500)):
        standing = conversations.filter(pk__in=batch).values_list("pk", "updated_at")
        imported = [pk for pk, updated in standing if updated <= brought[pk]]
        conversations.filter(pk__in=imported).update(is_imported=True)


class Migration(migrations.Migration):
    dependencies = [
        ("assistant", "0003_idempotent_replies"),
        ("graph", "0005_postgresql_keywords_and_vectors"),
    ]

    operations = [
        migrations.AddField("conversation", "is_imported", models.BooleanField(default=False)),
        migrations.RemoveIndex("conversation", "assistant_c_user_id_6ae267_idx"),
        migrations.AddIndex(
            "conversation",
            models.Index(fields=["user", "is_imported", "-updated_at"], name="assistant_c_user_id_b7fcc0_idx"),
        ),
        migrations.RunPython(tell, migrations.RunPython.noop, elidable=True),
    ]
