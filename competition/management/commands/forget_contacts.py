"""`manage.py forget_contacts`: delete old contact details and unconfirmed entries."""

from django.core.management import BaseCommand
from django.utils import timezone

from competition.accounts.actions import forget_old_addresses
from competition.audit.actions import Actor
from competition.draw.queries.draw import read_draw
from competition.entries.actions.applications import delete_unconfirmed
from competition.notifications.actions import delivery
from competition.notifications.queries.emails import NEWS, confirmations_missed
from competition.notifications.queries.message_states import kept_until, with_contacts
from scoring.rules.words import quantity


class Command(BaseCommand):
    """Delete each competition's contact details three months after its last match. Run it nightly.

    Also delete entries that have not been confirmed within a week of the email.
    """

    help = (
        "Delete the contact details of competitions whose last match was played or due three months ago, and entries "
        "that nobody has confirmed within a week of the email that asked for it."
    )

    def handle(self, *args, **options):
        """Delete the contact details and print the name of each competition affected."""
        forget_old_addresses(timezone.now() - NEWS)
        if deleted := delete_unconfirmed(confirmations_missed()):
            self.stdout.write(f"{quantity(deleted, 'unconfirmed entry', 'unconfirmed entries')} deleted.")
        for competition in with_contacts():
            if kept_until(competition, read_draw(competition)) < timezone.localdate():
                forgotten = delivery.erase_contacts(competition, by=Actor())
                self.stdout.write(f"{competition}: the contact details of {quantity(forgotten, 'player')} are deleted.")
