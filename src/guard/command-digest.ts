import { hash } from 'node:crypto'

/** The id of a command where its text may be private: the first half of its SHA-256. */
export const commandDigest = (command: string): string => hash('sha256', command).slice(0, 32)
