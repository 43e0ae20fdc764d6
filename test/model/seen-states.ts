/**
 * The fingerprints of states, by 64 bits of a hash each, with the order in which they came. An array of numbers takes a
 * twentieth of what a set of strings does. Of ten million states, two share a hash with a probability of 3 in a million.
 *
 * Of the ids in a mark, such as `#104`, only the order counts: comments that were deleted leave holes.
 */
export function seenStates() {
  let size = 1 << 16
  let slots = new Int32Array(size)
  let hashes = new Int32Array(size)
  let count = 0
  const ranks = new Int16Array(1_000)

  const slotFor = (high: number, low: number): number => {
    let slot = low & (size - 1)
    for (;;) {
      const index = (slots[slot] ?? 0) - 1
      if (index < 0 || (hashes[2 * index] === high && hashes[2 * index + 1] === low)) return slot
      slot = (slot + 1) & (size - 1)
    }
  }
  const grow = (): void => {
    size *= 2
    const before = hashes
    hashes = new Int32Array(size)
    hashes.set(before)
    slots = new Int32Array(size)
    for (let index = 0; index < count; index++)
      slots[slotFor(hashes[2 * index] ?? 0, hashes[2 * index + 1] ?? 0)] = index + 1
  }
  const rank = (mark: string): void => {
    let most = 0
    for (let i = 0; i < mark.length; i++)
      if (mark.charCodeAt(i) === HASH) {
        const id = idAt(mark, i)
        ranks[id] = 1
        if (id > most) most = id
      }
    let next = 0
    for (let id = 0; id <= most; id++) if (ranks[id] !== 0) ranks[id] = ++next
    used = most
  }
  let used = 0
  return {
    /** The place of a state in the order in which they came, and whether it is new. */
    add(mark: string): { index: number; isNew: boolean } {
      rank(mark)
      let [high, low] = [0x811c9dc5 | 0, 0x9747b28c | 0]
      for (let i = 0; i < mark.length; i++) {
        let code = mark.charCodeAt(i)
        if (code === HASH) {
          code = FIRST_RANK + (ranks[idAt(mark, i)] ?? 0)
          i += DIGITS
        }
        high = Math.imul(high ^ code, 0x01000193)
        low = Math.imul(low ^ code, 0x5bd1e995)
        low ^= low >>> 15
      }
      ranks.fill(0, 0, used + 1)
      high ^= high >>> 13
      const slot = slotFor(high, low)
      const known = slots[slot] ?? 0
      if (known > 0) return { index: known - 1, isNew: false }
      hashes[2 * count] = high
      hashes[2 * count + 1] = low
      slots[slot] = ++count
      if (2 * count >= size) grow()
      return { index: count - 1, isNew: true }
    },
    get count(): number {
      return count
    },
  }
}

const HASH = '#'.charCodeAt(0)
const DIGITS = 3
/** Beyond all characters of marks, so that a rank is none of them. */
const FIRST_RANK = 1 << 16

/** The id that is written after `#`, of three digits. */
const idAt = (mark: string, at: number): number =>
  100 * (mark.charCodeAt(at + 1) - 48) + 10 * (mark.charCodeAt(at + 2) - 48) + (mark.charCodeAt(at + 3) - 48)
