"""URLs for signing in and out, and for passwords."""

from django.urls import path

from competition.accounts import views

desk = [
    path("sign-in/", views.sign_in, name="sign-in"),
    path("sign-out/", views.sign_out, name="sign-out"),
    path("sign-ins/", views.where, name="sign-ins"),
    path("password/", views.password, name="password"),
    path("password/again/", views.password_again, name="password-again"),
]
