import sys
sys.path.append('../tree/src')
import mistune
from mistune.renderers.markdown import MarkdownRenderer
from mistune.renderers.rst import RSTRenderer

texts = ['[[Ctrl]]+[[ Alt ]]', '[[<b>]] [[*a*]]', '[[]] [[ ]]', '[a](b) [[x y]] [c]\n\n[c]: d', '`[[x]]` [[a\nb]]']
for renderer in ('html', RSTRenderer(), MarkdownRenderer()):
    md = mistune.create_markdown(renderer=renderer, plugins=['kbd'])
    for text in texts:
        print(repr(md(text)))
print(mistune.html('[[Ctrl]]').strip())
