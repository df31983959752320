"""E-mail through any SMTP server: `smtp://user:password@host:587?from=games@example.org`, or `smtps://`."""

import re
import smtplib
from email.message import EmailMessage
from email.utils import formatdate, make_msgid
from unicodedata import category
from urllib.parse import parse_qs, unquote, urlsplit

import msgspec

from semafor.errors import SemaforError
from semafor.words import Language, say

SECONDS = 20.0
_ATOM = r"[A-Za-z0-9!#$%&'*+/=^_`{|}~-]+"  # without the question mark of encoded words
_LABEL = r"[A-Za-z0-9](?:[A-Za-z0-9-]{0,61}[A-Za-z0-9])?"
_ADDRESS = re.compile(rf"(?=.{{1,64}}@){_ATOM}(?:\.{_ATOM})*@(?:{_LABEL}\.)+{_LABEL}")
_LONGEST_ADDRESS = 254
_LINKS = ("link", "stop")
"""Details of a mail that are addresses of this server."""


class MailServer(msgspec.Struct, frozen=True):
    """The SMTP server that takes our mail."""

    host: str
    port: int
    secure: bool
    """TLS from the first byte on; otherwise STARTTLS is used if the server offers it."""
    user: str
    password: str
    sender: str


def read_mail_server(url: str) -> MailServer:
    """Parse the URL of a mail server; ValueError if it is not one."""
    parts = urlsplit(url)
    sender = parse_qs(parts.query).get("from", [""])[0]
    if parts.scheme not in ("smtp", "smtps") or not parts.hostname or "@" not in sender:
        raise ValueError("Mail is set by a URL such as smtp://user:password@host:587?from=games@example.org.")
    secure = parts.scheme == "smtps"
    user, password = unquote(parts.username or ""), unquote(parts.password or "")
    return MailServer(parts.hostname, parts.port or (465 if secure else 25), secure, user, password, sender)


def check_address(address: str) -> str:
    """Return the address; refused unless it is plain: a dot-atom and a domain name, in ASCII."""
    if len(address) > _LONGEST_ADDRESS or not _ADDRESS.fullmatch(address):
        raise SemaforError("bad-mail")
    return address


def plain_words(text: str) -> str:
    """The letters, digits, hyphens and apostrophes of a text, without anything that could become a link."""
    kept = "".join(char if category(char)[0] in "LMN" or char in "-'" else " " for char in text)
    return " ".join(kept.split())


def letter(
    sender: str, to: str, kind: str, language: Language, one_click: str, **details: str
) -> EmailMessage:
    """Make a mail of a kind. Details other than our own links show as plain words."""
    mail = EmailMessage()
    shown = {name: value if name in _LINKS else plain_words(value) for name, value in details.items()}
    mail["Subject"] = say(f"mail.{kind}-subject", shown, language)
    mail["From"], mail["To"] = sender, to
    mail["Date"], mail["Message-ID"] = formatdate(), make_msgid(domain="semafor.invalid")
    mail["Auto-Submitted"] = "auto-generated"
    if one_click:
        mail["List-Unsubscribe"] = f"<{one_click}>"
        mail["List-Unsubscribe-Post"] = "List-Unsubscribe=One-Click"
    mail.set_content(say(f"mail.{kind}", shown, language))
    return mail


def send(server: MailServer, mail: EmailMessage) -> None:
    """Send a mail; OSError or SMTPException if that fails."""
    kind = smtplib.SMTP_SSL if server.secure else smtplib.SMTP
    with kind(server.host, server.port, timeout=SECONDS) as line:
        line.ehlo()
        if not server.secure and line.has_extn("starttls"):
            line.starttls()
            line.ehlo()
        if server.user:
            line.login(server.user, server.password)
        line.send_message(mail)
