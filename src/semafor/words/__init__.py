"""Words: the one catalogue of messages, in English and Polish, for server, command line and client."""

from semafor.words.languages import LANGUAGES, Language
from semafor.words.say import Detail, Details, Naming, Phrase, PlainNaming, given_details, say

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
