"""Addresses: what is public, what is not, and every disguise of what is not."""

import ipaddress
import threading

import pytest

from flows.address_guard import AddressGuard, is_public
from schema.errors import Refused, SiteDown

PUBLIC = ["93.184.216.34", "1.1.1.1", "2606:4700:4700::1111", "64:ff9b::5db8:d822", "2002:5db8:d822::1"]
PRIVATE = [
    "0.0.0.0",
    "10.1.2.3",
    "100.64.0.1",
    "127.0.0.1",
    "127.255.255.254",
    "169.254.169.254",
    "172.16.0.1",
    "192.0.0.8",
    "192.0.2.1",
    "192.168.1.1",
    "198.18.0.1",
    "198.51.100.1",
    "203.0.113.9",
    "224.0.0.1",
    "240.0.0.1",
    "255.255.255.255",
    "::",
    "::1",
    "::127.0.0.1",
    "::ffff:127.0.0.1",
    "::ffff:10.0.0.1",
    "::ffff:0:127.0.0.1",
    "64:ff9b::7f00:1",
    "64:ff9b::a00:1",
    "64:ff9b:1::a00:1",
    "100::1",
    "2001::1",
    "2001:db8::1",
    "2002:7f00:1::",
    "2002:c0a8:101::1",
    "fc00::1",
    "fd12:3456::1",
    "fe80::1",
    "fec0::1",
    "ff02::1",
]


@pytest.mark.parametrize("address", PUBLIC)
def test_public(address):
    assert is_public(ipaddress.ip_address(address))


@pytest.mark.parametrize("address", PRIVATE)
def test_not_public(address):
    assert not is_public(ipaddress.ip_address(address))
    host = f"[{address}]" if ":" in address else address
    guard = AddressGuard()
    target = guard.target(f"http://{host}/")
    with pytest.raises(Refused, match="public internet"):
        guard.addresses(target.host, target.port)


@pytest.mark.parametrize(
    "host",
    [
        "127.1",
        "127.0.1",
        "2130706433",
        "0x7f000001",
        "0x7f.0.0.1",
        "0X7F.1",
        "017700000001",
        "0177.0.0.1",
        "127.0.0.01",
        "127.0.0.1.2",
        "1.2.3.256",
        "0x",
        "１２７.0x1",
    ],
)
def test_an_odd_spelling_of_an_address_is_refused(host):
    with pytest.raises(Refused, match="odd spelling"):
        AddressGuard().target(f"http://{host}/")


@pytest.mark.parametrize("host", ["１２７.0.0.1", "127。0。0。1", "127.0.0.1.", "①②⑦.0.0.1"])
def test_a_disguised_plain_address_is_seen_through(host):
    guard = AddressGuard()
    target = guard.target(f"http://{host}/")
    assert target.host == "127.0.0.1"
    with pytest.raises(Refused):
        guard.addresses(target.host, target.port)


@pytest.mark.parametrize(
    "url",
    [
        "file:///etc/passwd",
        "ftp://a.test/",
        "gopher://a.test/",
        "data:text/html,x",
        "//a.test/",
        "a.test",
        "",
        "http://",
        "http:///x",
        "http://user@a.test/",
        "http://user:pw@a.test/",
        "http://a.test\\@127.0.0.1/",
        "http://a.test:99999/",
        "http://a.test:x/",
        "http://a b.test/",
        "http://[::1/",
        "http://[zz]/",
        "http://-a.test/",
        "http://a..test/",
        "http://" + "a" * 70 + ".test/",
    ],
)
def test_what_is_no_address_of_a_page_is_refused(url):
    with pytest.raises(Refused):
        AddressGuard().target(url)


@pytest.mark.parametrize(
    ("url", "sent", "key"),
    [
        ("HTTP://A.Test", "http://a.test/", "a.test"),
        ("https://a.test:443/x#y", "https://a.test/x", "a.test"),
        ("http://a.test:80/", "http://a.test/", "a.test"),
        ("http://a.test:8080/", "http://a.test:8080/", "a.test:8080"),
        ("http://a.test./", "http://a.test/", "a.test"),
        ("http://デュエル.test/", "http://xn--ick1c7dza.test/", "xn--ick1c7dza.test"),
        ("http://[2606:4700:4700:0::1111]/", "http://[2606:4700:4700::1111]/", "2606:4700:4700::1111"),
        ("http://a.test/ a\tb\n", "http://a.test/%20ab", "a.test"),
    ],
)
def test_an_address_is_put_in_one_form(url, sent, key):
    target = AddressGuard().target(url)
    assert (target.url, target.key) == (sent, key)


def test_a_name_without_answer_is_a_site_that_is_down():
    def nothing(host, port):
        raise OSError("Name or service not known")

    with pytest.raises(SiteDown, match="does not resolve"):
        AddressGuard(resolve=nothing).addresses("a.test", 80)
    with pytest.raises(SiteDown, match="no address"):
        AddressGuard(resolve=lambda host, port: []).addresses("a.test", 80)


def test_a_resolver_that_hangs_is_left_behind():
    never = threading.Event()
    guard = AddressGuard(resolve=lambda host, port: never.wait(20) or [])
    with pytest.raises(SiteDown, match="in time"):
        guard.addresses("a.test", 80, timeout=0.05)
    never.set()
