"""Pages of a pair, reached by its private link."""

from competition.access import at_the_table, for_pair, link_holder, public


@link_holder
def link(request, pair):
    raise NotImplementedError


@for_pair
def home(request, pairs):
    raise NotImplementedError


@public
def sign_out(request):
    raise NotImplementedError


@at_the_table
def match(request, table):
    raise NotImplementedError


@at_the_table
def live(request, table):
    raise NotImplementedError


@at_the_table
def open_sheet(request, table):
    raise NotImplementedError


@at_the_table
def record(request, table):
    raise NotImplementedError


@at_the_table
def deal(request, table, number):
    raise NotImplementedError


@at_the_table
def take_back_deal(request, table, number):
    raise NotImplementedError


@at_the_table
def answer_amendment(request, table, amendment):
    raise NotImplementedError


@at_the_table
def totals(request, table):
    raise NotImplementedError


@at_the_table
def submit(request, table):
    raise NotImplementedError


@at_the_table
def confirm(request, table):
    raise NotImplementedError


@at_the_table
def dispute(request, table):
    raise NotImplementedError


@at_the_table
def take_back_result(request, table):
    raise NotImplementedError
