"""Bytes in, records out: pure functions, no network, no database, no clock."""
