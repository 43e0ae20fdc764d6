/** Asks for a page with `ask(path)`, which resolves to `{ status, body }`. `wait(ms)` resolves after that time. */
export async function get(path, { ask, wait }) {
  const { status, body } = await ask(path)
  if (status !== 200) throw new Error(`${path} answered ${status}`)
  return body
}
