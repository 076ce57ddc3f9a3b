"""The webhook: what it gets, and that its failure is nobody else's."""

import json
import threading
from http.server import BaseHTTPRequestHandler, HTTPServer

import pytest

from flows.webhook import send_summary


@pytest.fixture
def receiver():
    got = []

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self):
            got.append(json.loads(self.rfile.read(int(self.headers["Content-Length"]))))
            self.send_response(204)
            self.end_headers()

        def log_message(self, *arguments):
            pass

    server = HTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}/hook", got
    server.shutdown()
    server.server_close()
    thread.join()


def test_the_summary_is_posted(sample_night, receiver, monkeypatch):
    url, got = receiver
    monkeypatch.setenv("DECKCENSUS_WEBHOOK", url)
    assert send_summary(sample_night.report)
    (message,) = got
    assert message["status"] == "done"
    assert message["date"] == "2026-11-29"
    assert message["text"].startswith("# Night of 2026-11-29")
    assert len(message["content"]) <= 1900


def test_without_a_webhook_nothing_is_sent(sample_night, monkeypatch):
    monkeypatch.delenv("DECKCENSUS_WEBHOOK", raising=False)
    assert not send_summary(sample_night.report)


def test_a_webhook_that_fails_does_not_fail_the_night(sample_night, monkeypatch, caplog):
    monkeypatch.setenv("DECKCENSUS_WEBHOOK", "http://127.0.0.1:9/")
    assert not send_summary(sample_night.report)
    assert "webhook could not be reached" in caplog.text
