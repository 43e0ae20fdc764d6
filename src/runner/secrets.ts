import type { Inputs } from './inputs.ts'
import { redactor } from '../guard/redact.ts'

/** What takes every secret of a run out of a text. */
export const secretRedactor = (inputs: Inputs, env: NodeJS.ProcessEnv): ((text: string) => string) =>
  redactor(secretsIn(inputs, env))

/** What must never leave: the inputs' secrets, and what the environment names as one. */
function secretsIn(inputs: Inputs, env: NodeJS.ProcessEnv): string[] {
  const named = Object.entries(env).filter(([name]) =>
    /TOKEN|SECRET|PASSWORD|PASSWD|CREDENTIAL|API_?KEY|PRIVATE_KEY/i.test(name),
  )
  const values = named.flatMap(([, value]) => (value && value.length >= 8 ? [value] : []))
  return [inputs['github-token'], inputs['openai-api-key'] ?? '', ...values].filter(Boolean)
}
