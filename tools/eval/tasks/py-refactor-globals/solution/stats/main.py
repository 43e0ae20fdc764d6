import sys

from stats.counter import Counter


def main(path):
    counter = Counter()
    with open(path, encoding="utf-8") as file:
        for word in file.read().split():
            counter.add(word)
    for word, count in counter.most_common(3):
        print(count, word)


if __name__ == "__main__":
    main(sys.argv[1])
