"""Reads the statements of our bank."""

import csv
import io


def read_rows(text):
    """The rows of a statement, each a list of fields."""
    rows = csv.reader(io.StringIO(text, newline=""))
    return [row for row in rows if any(field.strip() for field in row)]
