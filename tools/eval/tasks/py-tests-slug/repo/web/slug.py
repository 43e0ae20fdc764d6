"""Addresses of titles."""

import re
import unicodedata

LONGEST = 40


def slug(title):
    """The part of an address that stands for a title."""
    plain = unicodedata.normalize("NFKD", title).encode("ascii", "ignore").decode()
    words = re.findall(r"[a-z0-9]+", plain.lower())
    text = ""
    for word in words:
        longer = f"{text}-{word}" if text else word[:LONGEST]
        if len(longer) > LONGEST:
            break
        text = longer
    return text or "untitled"
