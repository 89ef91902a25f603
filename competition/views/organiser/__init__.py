"""The organiser's desk."""

from competition.access import for_organiser, public, signed_in


@signed_in
def home(request):
    raise NotImplementedError


@public
def sign_in(request):
    raise NotImplementedError


@public
def sign_out(request):
    raise NotImplementedError


@signed_in
def new(request):
    raise NotImplementedError


@for_organiser
def competition(request, competition):
    raise NotImplementedError


@for_organiser
def conditions(request, competition):
    raise NotImplementedError


@for_organiser
def pairs(request, competition):
    raise NotImplementedError


@for_organiser
def new_pair(request, competition):
    raise NotImplementedError


@for_organiser
def import_pairs(request, competition):
    raise NotImplementedError


@for_organiser
def pair(request, competition, number):
    raise NotImplementedError


@for_organiser
def remove_pair(request, competition, number):
    raise NotImplementedError


@for_organiser
def withdraw_pair(request, competition, number):
    raise NotImplementedError


@for_organiser
def pair_link(request, competition, number):
    raise NotImplementedError


@for_organiser
def draw(request, competition):
    raise NotImplementedError


@for_organiser
def publish(request, competition):
    raise NotImplementedError


@for_organiser
def match(request, competition, code):
    raise NotImplementedError


@for_organiser
def rule(request, competition, code):
    raise NotImplementedError


@for_organiser
def log(request, competition):
    raise NotImplementedError
