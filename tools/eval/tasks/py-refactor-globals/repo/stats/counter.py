"""Counts words."""

_counts = {}


def add(word):
    _counts[word.lower()] = _counts.get(word.lower(), 0) + 1


def most_common(n):
    return sorted(_counts.items(), key=lambda item: (-item[1], item[0]))[:n]
