"""Every address of the site."""

from django.urls import include, path

from competition import urls

urlpatterns = [
    path("p/", include((urls.link, "link"))),
    path("play/", include((urls.pair, "play"))),
    path("desk/", include((urls.organiser, "desk"))),
    path("", include((urls.entry, "entry"))),
    path("", include((urls.public, "public"))),
]
handler400 = "competition.views.errors.bad_request"
handler404 = "competition.views.errors.not_found"
handler500 = "competition.views.errors.server_error"
