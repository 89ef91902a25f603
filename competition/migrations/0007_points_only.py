import django.db.models.deletion
import django.db.models.functions.math
import django.db.models.lookups
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('competition', '0006_deals_kept_private'),
    ]

    operations = [
        migrations.CreateModel(
            name='PointsLine',
            fields=[
                ('id', models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name='ID')),
                ('number', models.PositiveSmallIntegerField(null=True)),
                ('first', models.PositiveIntegerField()),
                ('second', models.PositiveIntegerField()),
                ('meeting', models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name='+', to='competition.meeting')),
            ],
            options={
                'ordering': [models.OrderBy(models.F('number'), nulls_last=True)],
                'constraints': [models.UniqueConstraint(fields=('meeting', 'number'), name='points_once_a_deal'), models.UniqueConstraint(condition=models.Q(('number', None)), fields=('meeting',), name='points_credits_once'), models.CheckConstraint(condition=models.Q(('number', None), ('number__gte', 1), _connector='OR'), name='points_number'), models.CheckConstraint(condition=models.Q(django.db.models.lookups.Exact(django.db.models.functions.math.Mod('first', 10), 0), django.db.models.lookups.Exact(django.db.models.functions.math.Mod('second', 10), 0)), name='points_end_in_0')],
            },
        ),
    ]
