import type { Inputs } from './inputs.ts'
import { redactor } from '../guard/redact.ts'
import { maskSecret } from './env.ts'

/** `redact` takes every secret of a run out of a text; `learn` adds one that came later, and hides it in the log. */
export function secretsOf(inputs: Inputs, env: NodeJS.ProcessEnv) {
  const secrets = secretsIn(inputs, env)
  let redact = redactor(secrets)
  return {
    redact: (text: string) => redact(text),
    learn: (secret: string) => {
      maskSecret(secret)
      secrets.push(secret)
      redact = redactor(secrets)
    },
  }
}

/** What must never leave: the inputs' secrets, and what the environment names as one. */
function secretsIn(inputs: Inputs, env: NodeJS.ProcessEnv): string[] {
  const named = Object.entries(env).filter(([name]) =>
    /TOKEN|SECRET|PASSWORD|PASSWD|CREDENTIAL|API_?KEY|PRIVATE_KEY/i.test(name),
  )
  const values = named.flatMap(([, value]) => (value && value.length >= 8 ? [value] : []))
  return [inputs['github-token'], inputs['openai-api-key'] ?? '', ...values].filter(Boolean)
}
