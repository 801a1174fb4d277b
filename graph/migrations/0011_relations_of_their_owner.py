from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("graph", "0010_lines_as_read"),
    ]

    operations = [
        migrations.AddField(
            model_name="predicate",
            name="asked_as",
            field=models.CharField(blank=True, default="", max_length=500),
        ),
        migrations.AddField(
            model_name="predicate",
            name="same_as",
            field=models.CharField(blank=True, default="", max_length=120),
        ),
        migrations.AddField(
            model_name="predicate",
            name="turned",
            field=models.BooleanField(default=False),
        ),
        migrations.AddField(
            model_name="predicate",
            name="subject_kind",
            field=models.CharField(blank=True, default="", max_length=64),
        ),
        migrations.AddField(
            model_name="predicate",
            name="object_kind",
            field=models.CharField(blank=True, default="", max_length=64),
        ),
    ]
