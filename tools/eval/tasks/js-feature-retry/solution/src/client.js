const TRIES = 3

/** Asks for a page with `ask(path)`, which resolves to `{ status, body }`. `wait(ms)` resolves after that time. */
export async function get(path, { ask, wait }) {
  for (let tries = 1; ; tries++) {
    const { status, body } = await ask(path)
    if (status === 200) return body
    if (status !== 503) throw new Error(`${path} answered ${status}`)
    if (tries === TRIES) throw new Error(`${path} answered ${status}; it was asked ${tries} times`)
    await wait(100 * 2 ** (tries - 1))
  }
}
