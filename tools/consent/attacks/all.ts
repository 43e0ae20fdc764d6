import type { Family } from '../suite.ts'
import { BASE } from './base.ts'
import { NARRATOR } from './narrator.ts'
import { RECORDS } from './records.ts'
import { RIGHTS } from './rights.ts'
import { SCOPE } from './scope.ts'
import { SWAPS } from './swaps.ts'
import { TESTS } from './tests.ts'
import { WORDS } from './words.ts'

/** Every family of attacks. */
export const FAMILIES: readonly Family[] = [SWAPS, WORDS, RIGHTS, RECORDS, NARRATOR, SCOPE, TESTS, BASE]
