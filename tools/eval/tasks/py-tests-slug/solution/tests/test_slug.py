import unittest

from web.slug import slug


class Slug(unittest.TestCase):
    def test_words(self):
        self.assertEqual(slug("  Hello, WORLD! 2 "), "hello-world-2")

    def test_accents(self):
        self.assertEqual(slug("Café Übung"), "cafe-ubung")

    def test_length(self):
        self.assertEqual(slug("a" * 50), "a" * 40)
        self.assertEqual(slug("a" * 38 + " b"), "a" * 38 + "-b")
        self.assertEqual(slug("a" * 38 + " bc"), "a" * 38)
        self.assertEqual(slug("a" * 39 + " b"), "a" * 39)

    def test_nothing(self):
        self.assertEqual(slug("?!"), "untitled")
