"""That pairs have their pages before their eyes."""

from collections.abc import Iterable

from django.utils import timezone

from competition.entries.models.pair import Pair


def opened(pairs: Iterable[Pair]) -> None:
    """Keep when they last did, to some minutes."""
    if news := [pair.pk for pair in pairs if not pair.opened_lately]:
        Pair.objects.filter(pk__in=news).update(opened_at=timezone.now())
