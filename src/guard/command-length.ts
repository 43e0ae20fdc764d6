/** Linux takes no argument of more than 128 KiB; the rest is for what a sandbox puts before a command. */
const MAX_COMMAND_BYTES = 120_000

/** Why no shell can be given a command. Undefined if one can. */
export function whyNotRunnable(command: string): string | undefined {
  if (command.includes('\0')) return 'has a NUL character'
  if (Buffer.byteLength(command) > MAX_COMMAND_BYTES) return `has more than ${MAX_COMMAND_BYTES} bytes`
  return undefined
}
