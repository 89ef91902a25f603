from django.apps import apps


def test_no_field_sets_its_own_time():
    # `restore` inserts all rows again. A field with `auto_now` would then get the time of the restore.
    fields = [field for model in apps.get_models() for field in model._meta.fields]

    assert fields
    assert [
        str(field) for field in fields if getattr(field, "auto_now_add", False) or getattr(field, "auto_now", False)
    ] == []
