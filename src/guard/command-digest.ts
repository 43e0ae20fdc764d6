import { createHash } from 'node:crypto'

/** The id of a command where its text may be private: the first half of its SHA-256. */
export const commandDigest = (command: string): string =>
  createHash('sha256').update(command).digest('hex').slice(0, 32)
