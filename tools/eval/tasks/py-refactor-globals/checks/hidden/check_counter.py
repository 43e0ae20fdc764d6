import os
import subprocess
import sys
import tempfile
import unittest

from stats import counter


class Counting(unittest.TestCase):
    def test_two_counters_know_nothing_of_each_other(self):
        one, two = counter.Counter(), counter.Counter()
        one.add("A")
        one.add("a")
        two.add("b")
        self.assertEqual(one.most_common(5), [("a", 2)])
        self.assertEqual(two.most_common(5), [("b", 1)])

    def test_order_and_limit(self):
        it = counter.Counter()
        for word in "c b b a a".split():
            it.add(word)
        self.assertEqual(it.most_common(2), [("a", 2), ("b", 2)])

    def test_nothing_is_left_in_the_module(self):
        for name in ("_counts", "add", "most_common"):
            self.assertFalse(hasattr(counter, name), name)

    def test_the_program_prints_the_same(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "text")
            with open(path, "w", encoding="utf-8") as file:
                file.write("b a B c d")
            out = subprocess.run([sys.executable, "-m", "stats.main", path], capture_output=True, text=True, check=True)
        self.assertEqual(out.stdout, "2 b\n1 a\n1 c\n")
