/** Divides cents among so many people. Who comes first pays the cents that are left over, one each. */
export function split(cents, people) {
  if (!Number.isInteger(cents) || cents < 0) throw new RangeError('cents must be a whole number from 0')
  if (!Number.isInteger(people) || people < 1) throw new RangeError('people must be a whole number from 1')
  const each = Math.floor(cents / people)
  const left = cents % people
  return Array.from({ length: people }, (_, i) => each + (i < left ? 1 : 0))
}
