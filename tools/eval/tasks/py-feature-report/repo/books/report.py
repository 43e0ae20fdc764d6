"""Reports about our books."""

from decimal import Decimal


def total(entries):
    """The sum of all entries."""
    return sum((amount for _, amount in entries), Decimal(0))
