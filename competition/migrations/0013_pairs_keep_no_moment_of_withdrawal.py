from django.db import migrations


class Migration(migrations.Migration):

    dependencies = [
        ('competition', '0012_withdrawals_are_facts'),
    ]

    operations = [
        migrations.RemoveField(
            model_name='pair',
            name='withdrawn_at',
        ),
    ]
