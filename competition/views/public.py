"""Pages for everybody."""

from competition.access import public


@public
def home(request):
    raise NotImplementedError


@public
def healthz(request):
    raise NotImplementedError


@public
def draw(request, competition):
    raise NotImplementedError


@public
def live(request, competition):
    raise NotImplementedError


@public
def draw_json(request, competition):
    raise NotImplementedError


@public
def conditions(request, competition):
    raise NotImplementedError


@public
def record(request, competition):
    raise NotImplementedError


@public
def pair(request, competition, number):
    raise NotImplementedError


@public
def matches(request, competition):
    raise NotImplementedError


@public
def match(request, competition, code):
    raise NotImplementedError


@public
def match_json(request, competition, code):
    raise NotImplementedError


@public
def match_csv(request, competition, code):
    raise NotImplementedError
