"""What the accounting reads."""

import csv
import io


def export(books):
    """The books as lines of CSV with semicolons and decimal commas."""
    out = io.StringIO()
    writer = csv.writer(out, delimiter=";", lineterminator="\n")
    writer.writerow(["title", "year", "price"])
    for book in books:
        writer.writerow([book["title"], book["year"], f"{book['price']:.2f}".replace(".", ",")])
    return out.getvalue()
