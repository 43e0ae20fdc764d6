import unittest
from decimal import Decimal

from books.report import totals_by_month


class Months(unittest.TestCase):
    def test_sums_in_order(self):
        entries = [("2026-03-09", Decimal("0.10")), ("2026-02-01", Decimal("5")), ("2026-03-31", Decimal("0.20"))]
        self.assertEqual(list(totals_by_month(entries).items()), [("2026-02", Decimal("5")), ("2026-03", Decimal("0.30"))])

    def test_months_without_entries_over_the_end_of_a_year(self):
        found = totals_by_month([("2025-11-30", Decimal(1)), ("2026-02-01", Decimal(2))])
        self.assertEqual(list(found), ["2025-11", "2025-12", "2026-01", "2026-02"])
        self.assertEqual(found["2025-12"], 0)

    def test_no_entries(self):
        self.assertEqual(totals_by_month([]), {})
