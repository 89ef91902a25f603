import pytest
from django.core.management import call_command

from tests.house.sources import ROOT


@pytest.mark.django_db
def test_the_migrations_say_what_the_models_say():
    call_command("makemigrations", check=True, dry_run=True)


def test_a_migration_that_moves_data_moves_that_of_the_database_it_is_run_on():
    # A backup that is restored is brought up to date beside the site's own database.
    moving = [path for path in ROOT.glob("*/migrations/*.py") if "RunPython" in path.read_text()]

    assert [path.name for path in moving if "connection.alias" not in path.read_text()] == []
