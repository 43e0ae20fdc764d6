"""Reports about our books."""

from decimal import Decimal


def total(entries):
    """The sum of all entries."""
    return sum((amount for _, amount in entries), Decimal(0))


def totals_by_month(entries):
    """The sum of each month, from the first to the last, as `2026-03`."""
    months = sorted(date[:7] for date, _ in entries)
    if not months:
        return {}
    sums = {month: Decimal(0) for month in _months_between(months[0], months[-1])}
    for date, amount in entries:
        sums[date[:7]] += amount
    return sums


def _months_between(first, last):
    year, month = map(int, first.split("-"))
    while (found := f"{year:04}-{month:02}") <= last:
        yield found
        year, month = (year, month + 1) if month < 12 else (year + 1, 1)
