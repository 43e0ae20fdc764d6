"""The books that we have."""

BOOKS = [
    {"title": "Emma", "year": 1815, "price": 7.5},
    {"title": "War, and Peace", "year": 1869, "price": 12.0},
]
