"""Words: the one source of sentences, in English and Polish, for refusals, faults, events and commands."""

from semafor.words.languages import LANGUAGES, Language
from semafor.words.naming import Naming, PlainNaming
from semafor.words.phrase import Detail, Details, Phrase, given_details
from semafor.words.say import say

__all__ = [
    "LANGUAGES",
    "Detail",
    "Details",
    "Language",
    "Naming",
    "Phrase",
    "PlainNaming",
    "given_details",
    "say",
]
