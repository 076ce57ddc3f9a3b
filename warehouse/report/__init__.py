"""The web report: a directory of plain pages over the published copy, with charts, offline."""
