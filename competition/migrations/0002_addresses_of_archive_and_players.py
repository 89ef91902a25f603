from django.db import migrations, models

TAKEN = ["archive", "desk", "healthz", "new", "p", "play", "players", "sign-in", "sign-out", "static"]


class Migration(migrations.Migration):
    dependencies = [("competition", "0001_initial")]

    operations = [
        migrations.RemoveConstraint(model_name="competition", name="competition_address"),
        migrations.AddConstraint(
            model_name="competition",
            constraint=models.CheckConstraint(
                condition=models.Q(("slug__in", TAKEN), _negated=True), name="competition_address"
            ),
        ),
    ]
