"""The address at which words are taken out."""

from django.urls import path

from competition.redaction import views

desk = [path("<slug:competition>/redact/", views.redact, name="redact")]
