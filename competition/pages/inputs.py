"""How the fields of forms are written on a page."""

from html import escape

from django.forms.renderers import DjangoTemplates

_KINDS = ("text", "number", "email", "password", "date", "hidden", "checkbox", "radio_option", "checkbox_option")
_INPUTS = {f"django/forms/widgets/{kind}.html" for kind in _KINDS}


class Renderer(DjangoTemplates):
    """Writes an input at once: by Django's templates each of the fifty keys of a deal would be five of them."""

    def render(self, template_name: str, context: dict, request=None) -> str:
        """The field as HTML."""
        widget = context.get("widget", {})
        if template_name not in _INPUTS or widget.get("wrap_label"):
            return super().render(template_name, context, request)
        said = widget["value"]
        value = {} if said is None else {"value": str(said)}
        return f"<input{_attributes({'type': widget['type'], 'name': widget['name'], **value, **widget['attrs']})}>"


def _attributes(attributes: dict) -> str:
    return "".join(
        f" {name}" if value is True else f' {name}="{escape(str(value))}"'
        for name, value in attributes.items()
        if value is not False
    )
