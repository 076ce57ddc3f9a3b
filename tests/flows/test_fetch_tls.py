"""https: the certificate is checked for the name asked for, whatever address is connected to."""

import contextlib
import shutil
import socket
import ssl
import subprocess
import threading

import pytest

from flows.address_guard import AddressGuard
from schema.errors import Blocked, SiteDown
from tests.flows.hostile import reply

OPENSSL = shutil.which("openssl")
pytestmark = pytest.mark.skipif(OPENSSL is None, reason="openssl is not here to make a certificate")


@pytest.fixture(scope="module")
def certificate(tmp_path_factory):
    """A certificate for decks.test that nobody but its maker trusts."""
    folder = tmp_path_factory.mktemp("tls")
    command = [
        OPENSSL,
        "req",
        "-x509",
        "-newkey",
        "rsa:2048",
        "-nodes",
        "-days",
        "2",
        "-subj",
        "/CN=decks.test",
    ]
    command += [
        "-addext",
        "subjectAltName=DNS:decks.test",
        "-keyout",
        folder / "key",
        "-out",
        folder / "cert",
    ]
    subprocess.run(command, check=True, capture_output=True)
    return folder


@pytest.fixture
def secure(certificate):
    """A server of one answer over TLS; gives its port, the names it was asked by, and the answer."""
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(certificate / "cert", certificate / "key")
    names, answer = [], [reply("a page")]
    context.sni_callback = lambda connection, name, held: names.append(name)
    listener = socket.create_server(("127.0.0.1", 0))
    stopped = threading.Event()

    def serve():
        while not stopped.is_set():
            with contextlib.suppress(OSError):
                plain, _ = listener.accept()
                plain.settimeout(5)
                with contextlib.closing(plain), context.wrap_socket(plain, server_side=True) as connection:
                    connection.recv(65536)
                    connection.sendall(answer[0])

    thread = threading.Thread(target=serve, daemon=True)
    thread.start()
    yield listener.getsockname()[1], names, answer
    stopped.set()
    with contextlib.suppress(OSError), socket.create_connection(listener.getsockname(), timeout=1):
        pass
    thread.join(5)
    listener.close()


def fetcher_at(fetching, port, host="decks.test"):
    guard = AddressGuard(frozenset({(host, port)}), resolve=lambda host, port: ["127.0.0.1"])
    return fetching(guard=guard, allow=guard.allow, retries=0)


def test_a_certificate_that_nobody_vouches_for_gives_no_page(fetching, secure):
    port, _, _ = secure
    with pytest.raises((SiteDown, Blocked), match=r"(?i)certificate"):
        fetcher_at(fetching, port).get("a", f"https://decks.test:{port}/")


def test_the_name_is_checked_though_the_connection_goes_to_an_address(
    fetching, secure, certificate, monkeypatch
):
    trusting = ssl.create_default_context(cafile=certificate / "cert")
    monkeypatch.setattr("flows.fetch.trusted_authorities", lambda: trusting)
    port, names, _ = secure
    # The server answers every path with the page, robots.txt too.
    fetched = fetcher_at(fetching, port).get("a", f"https://decks.test:{port}/deck")
    assert fetched.page.body == b"a page"
    assert set(names) == {"decks.test"}
    with pytest.raises((SiteDown, Blocked), match=r"(?i)hostname mismatch|certificate"):
        fetcher_at(fetching, port, "other.test").get("a", f"https://other.test:{port}/deck")


def test_a_redirect_out_of_https_is_followed_and_takes_nothing_along(
    fetching, secure, server, certificate, monkeypatch
):
    trusting = ssl.create_default_context(cafile=certificate / "cert")
    monkeypatch.setattr("flows.fetch.trusted_authorities", lambda: trusting)
    port, _, answer = secure
    server.routes["/deck"] = reply("the page")
    answer[0] = reply(status=301, Location=f"{server.url}/deck", Set_Cookie="session=1")
    guard = AddressGuard(frozenset({("decks.test", port), server.address}), resolve=lambda *_: ["127.0.0.1"])
    fetched = fetching(guard=guard, allow=guard.allow).get("a", f"https://decks.test:{port}/deck")
    assert (fetched.page.body, fetched.page.url) == (b"the page", f"{server.url}/deck")
    assert not {"cookie", "authorization", "referer"} & {
        name for request in server.log for name in request.headers
    }


def test_a_handshake_that_never_ends_ends_at_the_deadline(fetching):
    with socket.create_server(("127.0.0.1", 0)) as silent:
        port = silent.getsockname()[1]
        guard = AddressGuard(frozenset({("127.0.0.1", port)}))
        fetcher = fetching(guard=guard, allow=guard.allow, retries=0, deadline=0.4)
        with pytest.raises((SiteDown, Blocked), match=r"in time|timed out"):
            fetcher.get("a", f"https://127.0.0.1:{port}/")
