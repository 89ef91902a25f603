import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

NOT_TOLD = "The reason was given to the organisers only."


def keep_what_the_log_tells(apps, editor):
    """Withdrawals so far were lines of the log and a moment in the pair; their reasons were the organisers' own."""
    here = editor.connection.alias
    Withdrawal = apps.get_model("competition", "Withdrawal").objects.using(here)
    lines = apps.get_model("competition", "LogEntry").objects.using(here)
    standing: dict = {}
    for line in lines.filter(verb__in=["withdrew", "brought back"], detail__has_key="pair").order_by("pk"):
        pair = line.competition.pairs.get(number=line.detail["pair"])
        said = " withdrew: " if line.verb == "withdrew" else " plays on after all: "
        row = Withdrawal.create(
            pair=pair, takes_back=standing.pop(pair.pk, None), reason=NOT_TOLD, note=line.text.partition(said)[2],
            at=line.at, decided_by=line.organiser,
        )
        if line.verb == "withdrew":
            standing[pair.pk] = row
    pairs = apps.get_model("competition", "Pair").objects.using(here)
    for pair in pairs.filter(withdrawn_at__isnull=False).exclude(pk__in=standing):
        by = pair.competition.owner or pair.competition.organisers.first()
        Withdrawal.create(pair=pair, reason=NOT_TOLD, at=pair.withdrawn_at, decided_by=by)


class Migration(migrations.Migration):

    dependencies = [
        ('competition', '0011_log_lines_keep_their_pair'),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name='Withdrawal',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('reason', models.TextField(max_length=500)),
                ('note', models.TextField(blank=True, max_length=500)),
                ('at', models.DateTimeField()),
                ('decided_by', models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name='+', to=settings.AUTH_USER_MODEL)),
                ('pair', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='withdrawals', to='competition.pair')),
                ('takes_back', models.OneToOneField(null=True, on_delete=django.db.models.deletion.RESTRICT, related_name='taken_back_by', to='competition.withdrawal')),
            ],
            options={
                'ordering': ['pk'],
                'constraints': [models.CheckConstraint(condition=models.Q(('reason', ''), _negated=True), name='withdrawal_reason')],
            },
        ),
        migrations.RunPython(keep_what_the_log_tells, migrations.RunPython.noop),
    ]
