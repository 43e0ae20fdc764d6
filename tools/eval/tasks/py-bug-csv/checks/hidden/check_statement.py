import unittest

from bank.statement import read_rows


class Rows(unittest.TestCase):
    def test_plain_fields_and_blank_lines(self):
        self.assertEqual(read_rows("a,b\n\n  \nc,d"), [["a", "b"], ["c", "d"]])

    def test_commas_in_quotes(self):
        self.assertEqual(read_rows('"Miller, Ann",12.50\n'), [["Miller, Ann", "12.50"]])

    def test_quotes_and_line_ends_in_quotes(self):
        self.assertEqual(read_rows('"say ""hi""","two\nlines"\n'), [['say "hi"', "two\nlines"]])
