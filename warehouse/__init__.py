"""Where things live: the raw archive, the DuckDB databases, the SQL, publishing and export."""
