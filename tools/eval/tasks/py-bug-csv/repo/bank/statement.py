"""Reads the statements of our bank."""


def read_rows(text):
    """The rows of a statement, each a list of fields."""
    rows = []
    for line in text.splitlines():
        if line.strip():
            rows.append(line.split(","))
    return rows
