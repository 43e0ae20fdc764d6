import type { Inputs } from './inputs.ts'

/** What must never leave: the inputs' secrets, and what the environment names as one. */
export function secretsIn(inputs: Inputs, env: NodeJS.ProcessEnv): string[] {
  const named = Object.entries(env).filter(([name]) =>
    /TOKEN|SECRET|PASSWORD|PASSWD|CREDENTIAL|API_?KEY|PRIVATE_KEY/i.test(name),
  )
  const values = named.flatMap(([, value]) => (value && value.length >= 8 ? [value] : []))
  return [inputs['github-token'], inputs['openai-api-key'] ?? '', ...values].filter(Boolean)
}
