import unittest

from weather.scale import to_fahrenheit


class Scale(unittest.TestCase):
    def test_above_zero(self):
        self.assertEqual(to_fahrenheit(100), 212)
