/** How every pointer of Git LFS begins (git-lfs, `docs/spec.md`). */
const VERSION = 'version https://git-lfs.github.com/spec/v1'

/** Takes the input into a file of the git directory, which holds as much as the runner has room for. */
const TAKE = `t="$GIT_DIR/lfs.$$"; trap 'rm -f "$t"' EXIT; cat >"$t" || exit 1`
const IS_POINTER = `[ "$(head -c ${VERSION.length} "$t" | tr -d '\\000')" = '${VERSION}' ]`
const HASH = `$( (sha256sum <"$t" 2>/dev/null || shasum -a 256 <"$t") | cut -c 1-64)`

/** The pointer to a file. What is a pointer stays as it is, and so does an empty file. */
const CLEAN = `${TAKE}; if [ ! -s "$t" ] || ${IS_POINTER}; then cat "$t"; else h=${HASH}; [ \${#h} -eq 64 ] || exit 1; printf '${VERSION}\\noid sha256:%s\\nsize %s\\n' "$h" "$(($(wc -c <"$t")))"; fi`

/** The file of a pointer, where the runner's checkout has it. Otherwise the pointer, as without Git LFS. */
const OID = `$(head -c 400 "$t" | sed -n 's/^oid sha256:\\([0-9a-f]\\{64\\}\\)$/\\1/p' | head -n 1)`
const SMUDGE = `${TAKE}; f="$t"; if ${IS_POINTER}; then o=${OID}; p="$GIT_WORK_TREE/.git/lfs/objects/$(printf %s "$o" | cut -c 1-2)/$(printf %s "$o" | cut -c 3-4)/$o"; if [ -f "$p" ]; then f="$p"; fi; fi; cat "$f"`

/** Git LFS by filters of ours, so that commits hold pointers and no filter of the machine or the project runs. */
export const LFS_SETTINGS: readonly [string, string][] = [
  ['filter.lfs.clean', CLEAN],
  ['filter.lfs.smudge', SMUDGE],
  ['filter.lfs.required', 'false'],
]
