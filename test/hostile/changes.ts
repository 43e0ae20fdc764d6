const TOKEN = `ghp_${'a1B2'.repeat(9)}`

/** Work trees that an agent's commands leave, each made by a shell in a clean one. `why` is what the objection says. */
export const CHANGES: readonly { name: string; command: string; why: RegExp }[] = [
  { name: 'a link to a file of the machine', command: 'ln -s /etc/passwd link', why: /outside/ },
  { name: 'a link above the tree', command: 'mkdir d; ln -s ../../x d/link', why: /outside/ },
  { name: 'a link above the tree and back', command: 'ln -s ../work/src link', why: /outside/ },
  { name: 'a link into git’s directory', command: 'ln -s .git/config link', why: /outside/ },
  { name: 'a link into git’s directory in capitals', command: 'ln -s .GIT link', why: /outside/ },
  { name: 'a file that became a link', command: 'ln -sf /proc/self/environ src/a.ts', why: /outside/ },
  { name: 'a directory that became a link', command: 'rm -r src; ln -s .. src', why: /outside/ },
  {
    name: 'two links that leave the tree together',
    command: 'mkdir d; ln -s .. d/up; ln -s d/up/.. link',
    why: /`link`.*outside/,
  },
  {
    name: 'two links that leave the tree together, one of them by way of a directory',
    command: 'mkdir -p d/e; ln -s ../.. d/e/up; ln -s d/e/up/../x link',
    why: /`link`.*outside/,
  },
  { name: 'two links that find git’s directory together', command: 'ln -s . d; ln -s d/d/.git link', why: /outside/ },
  { name: 'links that go in a circle', command: 'ln -s b a; ln -s a b', why: /outside/ },
  { name: 'a link to nothing, by an absolute path', command: 'ln -s /nowhere/at/all link', why: /outside/ },
  {
    name: 'a repository',
    command: 'git init -q lib; cd lib; git commit -q --allow-empty -m x',
    why: /repository of its own/,
  },
  { name: 'a repository without a commit', command: 'git init -q lib; echo x > lib/x', why: /lib/ },
  {
    name: 'a repository that was added twice',
    command: 'git init -q lib; cd lib; git commit -q --allow-empty -m x; git commit -q --allow-empty -m y',
    why: /repository of its own/,
  },
  { name: 'a workflow', command: 'mkdir -p .github/workflows; echo x > .github/workflows/x.yml', why: /protected/ },
  {
    name: 'a workflow by way of a link',
    command: 'ln -s .github g; mkdir -p .github/workflows; echo x > g/workflows/x.yml',
    why: /protected/,
  },
  { name: 'a name with a backslash', command: "echo x > 'a\\\\b'", why: /cannot check out/ },
  { name: 'the letter of a drive', command: 'mkdir C:; echo x > C:/x', why: /cannot check out/ },
  { name: 'the name of a device', command: 'echo x > src/aux.ts', why: /name of a device/ },
  { name: 'a name that ends with a dot', command: 'echo x > a.', why: /ends with a dot/ },
  { name: 'a name that ends with a space', command: "mkdir 'a '; echo x > 'a /b'", why: /ends with a dot or a space/ },
  { name: 'a name that differs by case alone', command: 'echo x > src/A.ts', why: /`src\/a\.ts` by the case/ },
  { name: 'a directory that differs by case alone', command: 'mkdir SRC; echo x > SRC/b.ts', why: /`src` by the case/ },
  { name: 'another plan', command: 'echo "# Plan: y" > PLAN.md', why: /approved plan/ },
  { name: 'no plan', command: 'rm PLAN.md', why: /approved plan/ },
  { name: 'the plan as a link', command: 'ln -sf src/a.ts PLAN.md', why: /approved plan/ },
  { name: 'attributes that hide the rest from a review', command: 'echo "* -diff" > .gitattributes', why: /protected/ },
  {
    name: 'a submodule',
    command: 'printf "[submodule \\"x\\"]\\npath=x\\nurl=https://evil/x\\n" > .gitmodules',
    why: /protected/,
  },
  { name: 'a file of more than 10 MiB', command: 'truncate -s 10485761 big', why: /larger than 10 MiB/ },
  { name: 'a token in a file', command: `echo ${TOKEN} > a.txt`, why: /`a\.txt` holds a secret/ },
  {
    name: 'a token in a file that a byte makes binary',
    command: `printf '\\0\\1${TOKEN}\\0' > a.bin`,
    why: /holds a secret/,
  },
  {
    name: 'a token in UTF-16',
    command: `printf dckr_pat_${'aB3dE6gH9'.repeat(3)} | iconv -t UTF-16LE > a.txt`,
    why: /holds a secret/,
  },
  { name: 'a token in the name of an empty file', command: `touch ${TOKEN}`, why: /name of a file holds a secret/ },
  {
    name: 'a token in the name of a directory',
    command: `mkdir ${TOKEN}; touch ${TOKEN}/x`,
    why: /name of a file holds a secret/,
  },
  { name: 'a token as the target of a link', command: `ln -s ${TOKEN} link`, why: /holds a secret/ },
  {
    name: 'a token behind what looks like the head of a hunk',
    command: `printf 'a\\r@@ -1 +1 @@ ${TOKEN}\\n' > a.txt`,
    why: /holds a secret/,
  },
  {
    name: 'a token behind what looks like the head of a file',
    command: `printf 'a\\rdiff --git ${TOKEN}\\n' > a.txt`,
    why: /holds a secret/,
  },
  {
    name: 'a token on a line that looks like one of a patch',
    command: `printf '++ b/${TOKEN}\\n' > a.txt`,
    why: /holds a secret/,
  },
  {
    name: 'a token in a file whose attributes say it has no text',
    command: `echo "* binary" > .git/info-x; printf '\\0${TOKEN}' > a.png`,
    why: /holds a secret/,
  },
  {
    name: 'a token over lines of a file',
    command: `printf '%s\\n' ${TOKEN} | fold -w 7 > a.txt`,
    why: /holds a secret/,
  },
]

export const CHANGED_TOKEN = TOKEN
