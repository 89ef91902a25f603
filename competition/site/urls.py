"""URLs of the site's own pages."""

from django.urls import path

from competition.site import views

desk = [
    path("site/", views.health, name="site"),
    path("site/name/", views.name, name="site-name"),
    path("site/proxy/<str:token>/", views.proxy, name="site-proxy"),
    path("site/ready/", views.ready, name="site-ready"),
    path("site/test-email/", views.test_email, name="site-test-email"),
    path("site/start/<str:token>/", views.first_run, name="first-run"),
]
