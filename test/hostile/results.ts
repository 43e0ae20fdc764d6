const file = (path: string, mode = '100644', text = 'x'): string =>
  `diff --git a/${path} b/${path}\nnew file mode ${mode}\nindex 0000000..1111111\n--- /dev/null\n+++ b/${path}\n@@ -0,0 +1 @@\n+${text}\n\\ No newline at end of file\n`

/** Patches in results that did not come from our own room: none of them may become a commit. */
export const PATCHES: readonly { name: string; patch: string }[] = [
  { name: 'is no patch', patch: 'garbage' },
  { name: 'writes above the repository', patch: file('../planted.txt') },
  { name: 'writes above the repository by a detour', patch: file('src/../../planted.txt') },
  { name: 'writes by an absolute path', patch: file('/tmp/planted.txt') },
  { name: 'writes into git’s directory', patch: file('.git/hooks/post-checkout', '100755') },
  { name: 'writes into git’s directory in capitals', patch: file('.GIT/config') },
  { name: 'writes into git’s directory by its short name', patch: file('git~1/config') },
  { name: 'writes a workflow', patch: file('.github/workflows/x.yml') },
  { name: 'writes a workflow in another spelling', patch: file('.github./workflows/x.yml') },
  { name: 'writes a workflow after something harmless', patch: file('a.txt') + file('.github/workflows/x.yml') },
  {
    name: 'changes the plan',
    patch: 'diff --git a/PLAN.md b/PLAN.md\n--- a/PLAN.md\n+++ b/PLAN.md\n@@ -1 +1 @@\n-# Plan: x\n+# Plan: y\n',
  },
  {
    name: 'deletes the plan',
    patch:
      'diff --git a/PLAN.md b/PLAN.md\ndeleted file mode 100644\n--- a/PLAN.md\n+++ /dev/null\n@@ -1 +0,0 @@\n-# Plan: x\n',
  },
  {
    name: 'moves the plan',
    patch: 'diff --git a/PLAN.md b/b.md\nsimilarity index 100%\nrename from PLAN.md\nrename to b.md\n',
  },
  {
    name: 'copies from outside',
    patch: 'diff --git a/../outside.txt b/b.txt\nsimilarity index 100%\ncopy from ../outside.txt\ncopy to b.txt\n',
  },
  { name: 'links out of the tree', patch: file('link', '120000', '/etc/passwd') },
  {
    name: 'links out of the tree and writes behind the link',
    patch: file('link', '120000', '..') + file('link/planted.txt'),
  },
  {
    name: 'adds a submodule',
    patch: file('lib', '160000', 'Subproject commit 0123456789012345678901234567890123456789'),
  },
  { name: 'holds a token', patch: file('a.txt', '100644', `ghp_${'a1B2'.repeat(9)}`) },
  { name: 'holds a token in a name', patch: file(`ghp_${'a1B2'.repeat(9)}`) },
  { name: 'holds more than 10 MiB', patch: file('big.txt', '100644', 'x'.repeat(10 * 1024 * 1024 + 1)) },
]
