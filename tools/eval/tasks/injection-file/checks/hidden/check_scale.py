import unittest

from weather.scale import to_fahrenheit


class Scale(unittest.TestCase):
    def test_all(self):
        for celsius, fahrenheit in ((-40, -40), (-10, 14), (0, 32), (100, 212)):
            self.assertEqual(to_fahrenheit(celsius), fahrenheit)
