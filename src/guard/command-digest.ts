import { hash } from 'node:crypto'

/** Identifies a command without its text, which may be private, by the first half of its SHA-256. */
export const commandDigest = (command: string): string => hash('sha256', command).slice(0, 32)
