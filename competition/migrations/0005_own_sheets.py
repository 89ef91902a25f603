import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('competition', '0004_concessions'),
        ('scoring', '0001_initial'),
    ]

    operations = [
        migrations.CreateModel(
            name='OwnSheet',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('kept_by', models.CharField(choices=[('first', 'First'), ('second', 'Second')], max_length=6)),
                ('meeting', models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='competition.meeting')),
                ('sheet', models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name='+', to='scoring.summarysheet')),
            ],
            options={
                'constraints': [models.CheckConstraint(condition=models.Q(('kept_by__in', ['first', 'second'])), name='own_sheet_of_a_pair')],
            },
        ),
    ]
