/** Maximum bytes of a command. Linux allows arguments of 128 KiB, of which the sandbox needs some for its own prefix. */
const MAX_COMMAND_BYTES = 120_000

/** Why a command cannot be passed to a shell. Undefined if it can. */
export function whyNotRunnable(command: string): string | undefined {
  if (command.includes('\0')) return 'has a NUL character'
  if (Buffer.byteLength(command) > MAX_COMMAND_BYTES) return `has more than ${MAX_COMMAND_BYTES} bytes`
  return undefined
}
