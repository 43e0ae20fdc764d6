import unittest

from library.export import export


class Export(unittest.TestCase):
    def test_lines(self):
        books = [{"title": "War; and Peace", "year": 1869, "price": 12.0}, {"title": "Emma", "year": 1815, "price": 7.5}]
        self.assertEqual(export(books), 'title;year;price\n"War; and Peace";1869;12,00\nEmma;1815;7,50\n')

    def test_nothing(self):
        self.assertEqual(export([]), "title;year;price\n")
