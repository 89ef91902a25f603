from competition.entries.rules.spellings import alike_places, alike_players


def test_two_spellings_of_one_player_are_found():
    for one, other in [
        ("Ada Larke", "Ada Lark"),
        ("Ada Lark", "Adá  Lark"),
        ("Ada Lark", "Lark Ada"),
        ("Ben O’Wren", "Ben O'Wren"),
        ("Mary-Ann Tern", "Maryann Tern"),
        ("Cleo Finch", "Cloe Finch"),
        ("A. Lark", "Ada Lark"),
        ("A B Lark", "Ada Lark"),
    ]:
        assert alike_players([one, other]) == [(one, other)], one


def test_two_different_players_are_not_reported():
    for one, other in [
        ("Ada Lark", "Ben Lark"),
        ("Ada Lark", "Abe Lark"),
        ("Al Wu", "Ed Wu"),
        ("Ada North 1", "Ada North 2"),
        ("B. Lark", "Ada Lark"),
    ]:
        assert alike_players([one, other]) == [], one


def test_two_spellings_of_one_place_are_found():
    for one, other in [
        ("St. Anne's BC", "St Annes B.C."),
        ("Harbour", "Harbour Bridge Club"),
        ("The Harbour B.C.", "harbour"),
        ("Bay of Plenty", "Bay of Plenti"),
        ("Ōtāhuhu", "Otahuhu"),
    ]:
        assert alike_places([one, other]) == [(one, other)], one


def test_clubs_that_share_only_the_word_club_are_not_similar():
    assert alike_places(["Harbour Bridge Club", "Hillside Bridge Club", "Bridge Club", "Bay", "Bar"]) == []


def test_each_two_similar_spellings_appear_once():
    assert alike_places(["Harbour", "Lakes", "Harbor", "Harbour BC"]) == [
        ("Harbour", "Harbor"),
        ("Harbour", "Harbour BC"),
        ("Harbor", "Harbour BC"),
    ]


def test_distinguished_namesakes_are_not_reported():
    for other in ["Jan Smith", "Jan Smith (b)", "JAN SMITH (junior)"]:
        assert alike_players(["Jan Smith (a)", other]) == [], other


def test_a_misspelling_of_a_distinguished_name_is_found():
    assert alike_players(["Jan Smith (a)", "Jan Smyth", "J. Smith"]) != []
