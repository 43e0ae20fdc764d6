"""The tests must pass on what is there, and fail on every one of these changes."""

import pathlib
import subprocess
import sys

MUTANTS = [
    ("plain.lower()", "plain"),
    ('f"{text}-{word}"', 'f"{text}_{word}"'),
    ('f"{text}-{word}"', 'f"{text}--{word}"'),
    ('return text or "untitled"', "return text"),
    ('return text or "untitled"', 'return "-" + text if text else "untitled"'),
    ("LONGEST = 40", "LONGEST = 41"),
    ("LONGEST = 40", "LONGEST = 39"),
    ('unicodedata.normalize("NFKD", title)', "title"),
    ("            break", "            return longer[:LONGEST]"),
]
RUN = [sys.executable, "-B", "-m", "unittest", "discover", "-s", "tests", "-t", "."]


def passes():
    found = subprocess.run(RUN, capture_output=True, text=True)
    return found.returncode == 0 and "Ran 0 tests" not in found.stderr


path = pathlib.Path("web/slug.py")
text = path.read_text(encoding="utf-8")
if not passes():
    sys.exit("there are no tests in tests/, or they do not pass")
missed = []
for old, new in MUTANTS:
    assert old in text, old
    path.write_text(text.replace(old, new), encoding="utf-8")
    if passes():
        missed.append(f"not noticed: {old} became {new}")
path.write_text(text, encoding="utf-8")
sys.exit("\n".join(missed) or 0)
