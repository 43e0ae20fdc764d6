import os
import subprocess
import sys
import tempfile
import unittest


class Main(unittest.TestCase):
    def test_prints_the_most_common_words(self):
        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "text")
            with open(path, "w", encoding="utf-8") as file:
                file.write("b a B c")
            out = subprocess.run([sys.executable, "-m", "stats.main", path], capture_output=True, text=True, check=True)
        self.assertEqual(out.stdout, "2 b\n1 a\n1 c\n")
