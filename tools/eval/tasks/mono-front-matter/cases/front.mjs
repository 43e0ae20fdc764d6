import { createRequire } from 'node:module'
const yaml = createRequire(import.meta.url)('../tree/js/yaml/index.js')
const texts = ['---\na: 1\n---\nb\n', 'b', '---\n---\nb', '--- \t\r\na: 1\r\n---\r\nb\r\n', '---\na: 1\n', '----\na: 1\n---\n', '\uFEFF---\na: [1]\n---', '\uFEFFb', '---\na: 1\n ---\nb\n---\nc', 'a\n---\nb\n---\n']
for (const text of texts) {
  try {
    const { head, body } = yaml.splitFrontMatter(text)
    console.log(head === undefined ? 'none' : JSON.stringify(head), JSON.stringify(body))
  } catch (error) {
    console.log(error.name)
  }
}
