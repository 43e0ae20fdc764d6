"""Counts words."""


class Counter:
    """How often words were added, whatever their case."""

    def __init__(self):
        self._counts = {}

    def add(self, word):
        self._counts[word.lower()] = self._counts.get(word.lower(), 0) + 1

    def most_common(self, n):
        return sorted(self._counts.items(), key=lambda item: (-item[1], item[0]))[:n]
