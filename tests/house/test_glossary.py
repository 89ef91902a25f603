"""Test that pages, messages and commands use the words of the glossary and no others."""

import re

from tests import sentences

# Patterns for words to avoid, each with the word from the glossary.
WORDS = {
    r"(?<!-)\bmail(s|ed|ing)?\b(?! (server|merge))": "email",
    r"\be-emails?\b": "email",
    r"\btelephone[ds]?\b": "phone",
    r"\b(ring|rings|rang|rung|ringing)\b": "phone",
    r"\bkey(s|ed|ing)?( it| them)? in\b": "type in",
    r"\b(send|sends|sent|sending)( it| them)? in\b": "report, enter",
    r"\bsubmit(s|ted|ting)?\b": "report",
    r"\bcall(s|ed|ing)?( it| them)? off\b": "cancel",
    r"\b(break|breaks|broke|broken) off\b": "cancel",
    r"\b(take|takes|took|taken|taking) (\w+ ){0,3}off\b": "remove",
    r"\b(take|takes|took|taken|taking) (\w+ ){0,3}back\b": "undo, cancel",
    r"\b(take|takes|took|taken|taking) words out\b": "remove text",
    r"\bput(s|ting)? (\w+ ){0,5}right\b": "correct",
    r"\bamend(s|ed|ing|ment|ments)?\b": "correct",
    r"\byes, do it\b": "the verb and its object",
    r"^(go on|keep it|leave it)$": "the verb and its object",
    r"\b(go|goes|went|gone|going) on\b": "go through, continue",
    r"\b(nobody|neither) goes on\b": "neither pair goes through",
    r"\bsilence\b": "automatic confirmation, no reply",
    r"\b(say|says|said) nothing\b": "do not reply",
    r"\bfound(ed|er|ers|ing|s)\b|\bfound the competition\b": "create",
    r"\b(a|an|each|every|his|no|of|own|that|their|this|your) sign-ins?\b(?! (form|link|page))": "account",
    r"\bonce more\b": "again",
    r"\btellings?\b|\boccasions?\b": "message",
    r"\bby lots?\b|\bdraw(s|ing|n)? lots\b|\bthe lots\b": "at random, make the draw",
    r"\b(cast|casts|casting)\b": "draw",
    r"\b(leaning|wish|wishes)\b": "preference",
    r"\b(free|given) byes?\b": "bye, awarded bye",
    r"\b(commitment|digest)s?\b": "fingerprint",
    r"\bthe other two\b|\beither of the two\b": "opponents",
    r"\bawaited\b|\bstill to be decided\b": "not yet known",
    r"\blast day\b(?! (on which|comes|empty))|\bday it is due\b": "play-by date",
    r"\bgiv(e|es|en|ing) until\b|\bmore time\b": "extend",
    r"\bsit(s|ting)? down\b": "start a score sheet",
    r"\bthrown in\b": "passed in",
    r"\bjust made\b|\bone over\b": "made exactly, one overtrick",
    r"\bgiv(e|es|en|ing) up\b": "concede",
    r"\b(retire|retires|retired)\b|\bdrop(s|ped)? out\b": "withdraw",
    r"\bsettl(e|es|ed|ing)\b": "decide",
    r"\blast word\b|\bdecision so\b": "ruling",
    r"\banew\b": "again, replay",
    r"\bset aside\b|\bdormant\b": "no longer counts",
    r"\bway back\b": "undo",
    r"\blet(s|ting)? (\w+ ){0,3}stand\b": "keep",
    r"\bhow to reach\b": "contact details",
    r"\bredact(s|ed|ing|ion|ions)?\b": "remove text",
    r"\bforget contacts\b|\bstrike\b": "delete",
    r"\bbring(s|ing)? (\w+ ){0,3}back\b": "restore",
    r"\bparticulars\b": "details",
    r"\bwhat everybody reads\b": "public page",
    r"\bmeanwhile\b|\bby now\b": "say what happened",
    r"\bany more\b": "no longer",
    r"\bwhoever\b": "the person",
    r"\bin the way\b": "delaying",
    r"\b(room|walk)\b": "package, browser test",
}
NEW_LINE = "\n"
# Names of models and stored values, which appear on no page.
INTERNAL = {"LockedList", "Email", "taken back"}


def test_no_sentence_has_a_word_that_the_glossary_replaces():
    every = [one for one in sentences.every() if one.text not in INTERNAL]
    # Searching all texts at once, each on its own line, is much faster than searching each of them.
    whole = "\n".join(re.sub(r"{[^}]*}", "", one.text).replace("\n", "\t") for one in every)
    found = [
        f"{every[whole.count(NEW_LINE, 0, match.start())]}: write “{better}”"
        for pattern, better in WORDS.items()
        for match in re.finditer(pattern, whole, re.IGNORECASE | re.MULTILINE)
    ]

    assert found == []
    # The list includes texts from templates, modules and scripts.
    listed = {one.text for one in every}
    assert {"Cancel", "Choose a password.", "Type your password.", "The connection is slow."} <= listed
