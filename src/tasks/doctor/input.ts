import { z } from 'zod'
import { common } from '../fields.ts'

/** Tries the sandbox and the models; the answer has a line for each. */
export const DoctorInput = z.object({ ...common, kind: z.literal('doctor'), comment: z.number().int() })
export type DoctorInput = z.infer<typeof DoctorInput>
