"""The method "lots-2", complete in this folder and frozen: it is not changed any more, and imports nothing of ours.

Every draw that was made with it is worked out, shown and proved by these files for ever. A better method gets a folder
of its own beside this one, begun as a copy of it, and stands last in `competition.lots.rules.methods`.
"""

from .commitment import digest, seed, text
from .description import PROMISE, STEPS, TERMS, likelihood
from .drawing import NAME, swapped
from .method import draw, objection, reasons
from .proof import prove
from .records import record

__all__ = [
    "NAME",
    "PROMISE",
    "STEPS",
    "TERMS",
    "digest",
    "draw",
    "likelihood",
    "objection",
    "prove",
    "reasons",
    "record",
    "seed",
    "swapped",
    "text",
]
