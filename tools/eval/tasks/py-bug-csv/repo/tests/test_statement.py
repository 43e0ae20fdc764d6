import unittest

from bank.statement import read_rows


class Rows(unittest.TestCase):
    def test_plain_fields(self):
        self.assertEqual(read_rows("a,b\n\nc,d\n"), [["a", "b"], ["c", "d"]])
