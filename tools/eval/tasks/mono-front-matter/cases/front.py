import sys
sys.path.append('../tree/python/markdown/src')
from mistune.front_matter import split
for text in ['---\na: 1\n---\nb\n', 'b', '---\n---\nb', '--- \t\r\na: 1\r\n---\r\nb\r\n', '---\na: 1\n', '----\na: 1\n---\n', '\ufeff---\na: [1]\n---', '\ufeffb', '---\na: 1\n ---\nb\n---\nc', 'a\n---\nb\n---\n']:
    print(split(text))
