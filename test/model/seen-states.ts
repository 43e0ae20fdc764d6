/**
 * The fingerprints of states, by 64 bits of a hash each, with the order in which they came. An array of numbers takes a
 * twentieth of what a set of strings does. Of ten million states, two share a hash with a probability of 3 in a million.
 */
export function seenStates() {
  let size = 1 << 16
  let slots = new Int32Array(size)
  let hashes = new Int32Array(size)
  let count = 0

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
  return {
    /** The place of a state in the order in which they came, and whether it is new. */
    add(mark: string): { index: number; isNew: boolean } {
      let [high, low] = [0x811c9dc5 | 0, 0x9747b28c | 0]
      for (let i = 0; i < mark.length; i++) {
        const code = mark.charCodeAt(i)
        high = Math.imul(high ^ code, 0x01000193)
        low = Math.imul(low ^ code, 0x5bd1e995)
        low ^= low >>> 15
      }
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
