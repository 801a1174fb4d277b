from django.db import migrations


class Migration(migrations.Migration):
    dependencies = [
        ("assistant", "0002_initial"),
    ]

    operations = [
        migrations.AlterModelOptions(
            name="idempotentreply",
            options={"verbose_name_plural": "idempotent replies"},
        ),
    ]
