import { createHash } from 'node:crypto'

/**
 * What a command is known by where it is not told in full, since it may hold what is not for everybody: the first half of
 * its SHA-256, in hexadecimal digits.
 */
export const commandDigest = (command: string): string =>
  createHash('sha256').update(command).digest('hex').slice(0, 32)
