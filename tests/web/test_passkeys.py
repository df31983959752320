"""Passkeys in a real browser, with Chromium's virtual authenticator."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, CDPSession, Page, expect

from tests.web.conftest import NewPage
from tests.web.served import Served

AUTHENTICATOR = {
    "protocol": "ctap2",
    "transport": "internal",
    "hasResidentKey": True,
    "hasUserVerification": True,
    "isUserVerified": True,
    "automaticPresenceSimulation": True,
}


class Finger:
    """The authenticator of a page's device."""

    def __init__(self, page: Page) -> None:
        self.line: CDPSession = page.context.new_cdp_session(page)
        self.line.send("WebAuthn.enable")
        made = self.line.send("WebAuthn.addVirtualAuthenticator", {"options": AUTHENTICATOR})
        self.id = made["authenticatorId"]

    def learn_from(self, other: Finger) -> None:
        """Copy the passkeys of another device, as synchronised devices do."""
        for one in other.line.send("WebAuthn.getCredentials", {"authenticatorId": other.id})["credentials"]:
            self.line.send("WebAuthn.addCredential", {"authenticatorId": self.id, "credential": one})

    def refuse(self) -> None:
        """Let user verification fail."""
        wrong = {"authenticatorId": self.id, "isUserVerified": False}
        self.line.send("WebAuthn.setUserVerified", wrong)


@pytest.fixture
def page_by_name(chromium: Browser, served: Served) -> Iterator[NewPage]:
    """Pages opened by host name, because passkeys do not work with IP addresses."""
    maker = NewPage(chromium, served.address.replace("127.0.0.1", "localhost"))
    yield maker
    maker.close()
    assert maker.faults == []


def test_a_passkey_signs_in_on_another_device_until_it_is_removed(page_by_name: NewPage) -> None:
    desk, phone = page_by_name(), page_by_name(390, 844, touch=True, locale="pl")
    of_desk, of_phone = Finger(desk), Finger(phone)
    desk.goto("/me")
    desk.get_by_label("Your name").fill("Ada of the Keys")
    desk.get_by_role("button", name="Create an account name").click()
    desk.get_by_role("button", name="Add a passkey").click()
    expect(desk.get_by_role("button", name="Remove the passkey")).to_have_count(1)
    desk.get_by_role("button", name="Add a passkey").click()
    expect(desk.get_by_role("alert")).to_contain_text("it has been added already")

    phone.goto("/me")
    phone.get_by_role("button", name="Zaloguj się kluczem dostępu").tap()
    expect(phone.get_by_role("alert")).to_contain_text("nie ma go dla tego serwera")
    of_phone.learn_from(of_desk)
    phone.get_by_role("button", name="Zaloguj się kluczem dostępu").tap()
    expect(phone.get_by_role("heading", name="Ada of the Keys")).to_be_visible()
    expect(phone.get_by_text("ostatnio użyty")).to_be_visible()

    desk.reload()
    desk.get_by_role("button", name="Sign out ").last.click()
    expect(desk.get_by_role("button", name="Sign out ")).to_have_count(1)
    desk.get_by_role("button", name="Remove the passkey").click()
    expect(desk.get_by_role("button", name="Remove the passkey")).to_have_count(0)
    phone.reload()
    phone.get_by_role("button", name="Zaloguj się kluczem dostępu").tap()
    expect(phone.get_by_role("alert")).to_contain_text("Ten klucz dostępu jest tu nieznany")


def test_the_wrong_finger_opens_nothing(page_by_name: NewPage) -> None:
    page = page_by_name()
    finger = Finger(page)
    page.goto("/me")
    page.get_by_label("Your name").fill("Eve of the Keys")
    page.get_by_role("button", name="Create an account name").click()
    finger.refuse()
    page.get_by_role("button", name="Add a passkey").click()
    expect(page.get_by_role("alert")).to_contain_text("The browser provided no passkey")
    expect(page.get_by_role("button", name="Remove the passkey")).to_have_count(0)
