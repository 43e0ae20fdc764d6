/** Whether the password is that of the account. `hash` makes a fingerprint of a password. */
export async function logIn({ name, password }, { accounts, hash }) {
  const account = accounts.get(name)
  return account !== undefined && account.hash === hash(password)
}
