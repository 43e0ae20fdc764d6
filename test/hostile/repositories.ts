/**
 * What a repository, or a command that ran in it, can plant for git to run. Each writes to `$TOP/ran` when it does. `$EVIL` is a
 * program that does so; the shell stands in the work tree, whose own git directory nobody should ever ask.
 */
export const PLANTED: readonly { name: string; command: string }[] = [
  {
    name: 'a hook',
    command:
      'mkdir -p .git/hooks; for h in pre-commit post-checkout post-index-change reference-transaction pre-push; do cp $EVIL .git/hooks/$h; done',
  },
  {
    name: 'a path to hooks',
    command:
      'git config core.hooksPath "$PWD/.hooks"; mkdir .hooks; cp $EVIL .hooks/post-checkout; cp $EVIL .hooks/post-index-change',
  },
  { name: 'a monitor of the file system', command: 'git config core.fsmonitor $EVIL' },
  { name: 'a filter on adding', command: 'echo "* filter=x" > .gitattributes; git config filter.x.clean $EVIL' },
  {
    name: 'a filter on checking out',
    command: 'echo "* filter=x" > .gitattributes; git config filter.x.smudge $EVIL; git config filter.x.required true',
  },
  { name: 'a filter that stays', command: 'echo "* filter=x" > .gitattributes; git config filter.x.process $EVIL' },
  {
    name: 'a filter by attributes in git’s directory',
    command: 'mkdir -p .git/info; echo "* filter=x" > .git/info/attributes; git config filter.x.clean $EVIL',
  },
  {
    name: 'a program that shows differences',
    command: 'echo "* diff=x" > .gitattributes; git config diff.x.command $EVIL; git config diff.external $EVIL',
  },
  {
    name: 'a program that turns files into text',
    command: 'echo "* diff=x" > .gitattributes; git config diff.x.textconv $EVIL',
  },
  { name: 'a program that merges', command: 'echo "* merge=x" > .gitattributes; git config merge.x.driver $EVIL' },
  {
    name: 'a configuration that includes another',
    command: 'printf "[core]\\nfsmonitor=$EVIL\\nhooksPath=$TOP\\n" > .evil; git config include.path ../.evil',
  },
  {
    name: 'a configuration for this very directory',
    command: 'printf "[core]\\nfsmonitor=$EVIL\\n" > .evil; git config includeIf.gitdir:/.path "$PWD/.evil"',
  },
  {
    name: 'a configuration of the home',
    command:
      'echo "* filter=x" > .gitattributes; mkdir -p $TOP/home/.config/git; git config --file $TOP/home/.gitconfig filter.x.clean $EVIL; cp $TOP/home/.gitconfig $TOP/home/.config/git/config',
  },
  {
    name: 'a pager, an editor and an alias',
    command:
      'git config core.pager $EVIL; git config core.editor $EVIL; git config alias.ls-files "!$EVIL"; git config pager.show $EVIL',
  },
  {
    name: 'a helper that knows passwords',
    command: 'git config credential.helper $EVIL; git config core.askPass $EVIL; git config core.sshCommand $EVIL',
  },
  {
    name: 'a program that checks signatures',
    command: 'git config gpg.program $EVIL; git config log.showSignature true; git config commit.gpgSign true',
  },
  {
    name: 'objects of another repository',
    command: 'mkdir -p .git/objects/info; echo $TOP/other/objects > .git/objects/info/alternates',
  },
  { name: 'a work tree elsewhere', command: 'git config core.worktree $TOP; git config core.bare false' },
  { name: 'a monitor in a repository within', command: `${within()} git config core.fsmonitor $EVIL` },
  {
    name: 'a filter in a repository within',
    command: `${within()} git config filter.x.clean $EVIL; echo "* filter=x" > .git/info/attributes; touch -d 2001-01-01 f`,
  },
  {
    name: 'hooks in a repository within',
    command: `${within()} for h in post-index-change reference-transaction; do cp $EVIL .git/hooks/$h; done`,
  },
  {
    name: 'a git directory in the place of a folder',
    command:
      'cp -r .git/. lib; git --git-dir lib config core.fsmonitor $EVIL; git --git-dir lib config core.worktree ..',
  },
]

/** A repository below the work tree that git, once it has been asked for all changes, takes for a submodule. */
function within(): string {
  return 'mkdir lib; cd lib; git init -q; mkdir -p .git/info .git/hooks; echo x > f; git add f; git commit -q -m x;'
}
