import subprocess
import sys
sys.path.append('../tree/src')
import mistune
from mistune.renderers.plain import PlainRenderer

md = mistune.create_markdown(renderer='plain', plugins=['table', 'strikethrough'])
print(PlainRenderer.NAME)
texts = ['', '# A *b*\n\nc **d** `e`\nf', '[a](https://b.c) <https://d.e> ![g](h.png)', '- a\n- b\n\n  c', '3. a\n4. b',
  '> q\n> r\n\ns', '<div>x</div>\n\na <b>c</b>\n\n---\n\nd', '```js\nx = 1\n\ny\n```\n\nend', 'a  \nb', '~~a~~ b',
  '| a | b |\n|---|---|\n| c | *d* |\n\nx']
for text in texts:
    print(repr(md(text)))
run = lambda *args: subprocess.run([sys.executable, '-B', '-c', "import sys; sys.path.append('../tree/src'); from mistune.__main__ import cli; cli()", *args], capture_output=True, text=True)
said = run('-r', 'plain', '-m', '# *x*')
print(said.returncode, repr(said.stdout))
said = run('-r', 'nonsense', '-m', 'x')
print(said.returncode, 'nonsense' in said.stderr, 'Traceback' in said.stderr)
