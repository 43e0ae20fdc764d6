import unittest
from decimal import Decimal

from books.report import total


class Report(unittest.TestCase):
    def test_total(self):
        self.assertEqual(total([("2026-01-01", Decimal("1.10")), ("2026-01-02", Decimal("2.20"))]), Decimal("3.30"))
