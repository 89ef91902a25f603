"""`manage.py forget_contacts`: the contacts of competitions that have long been over are deleted."""

from django.core.management import BaseCommand
from django.utils import timezone

from competition.knockout.queries.reading import snapshot_of_draw
from competition.log.actions import Actor
from competition.lots.models import Draw
from competition.post import actions as contacts
from competition.post.formats.contacts import kept_until


class Command(BaseCommand):
    """Delete the contacts of every competition that has been over for three months; run it every night."""

    help = "Delete the contacts of competitions that have been over for three months."

    def handle(self, *args, **options):
        """Delete them and say of which competitions; nothing is said where there are none."""
        for draw in Draw.objects.filter(published_at__isnull=False).select_related("competition__conditions"):
            last_day = kept_until(snapshot_of_draw(draw))
            if last_day and last_day < timezone.localdate():
                forgotten = contacts.forget(draw.competition, by=Actor())
                if forgotten:
                    self.stdout.write(f"{draw.competition}: the contacts of {forgotten} players are deleted.")
