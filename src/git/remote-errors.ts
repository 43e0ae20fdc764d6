/** What git's own words tell of a command that talks to a remote. */
type RemoteOutcome =
  | 'done'
  /** The remote has changed since it was read. */
  | 'moved'
  /** A rule or the rights of the token reject it. */
  | 'forbidden'
  /** The token is not accepted. */
  | 'unauthorized'
  /** What was asked for is not there or in another format, or a proxy lets nobody through. */
  | 'missing'
  /** It failed, perhaps after it had its effect, and may do better the next time. */
  | 'unclear'

const MOVED = /\b(?:fetch first|non-fast-forward|stale info|cannot lock ref|already exists)\b/
/** A branch is in the way of a name below it, or the other way round. Trying again does not help. */
const IN_THE_WAY = /'refs\/heads\/[^']+' exists; cannot create/
const LIMITED = /\brate limit|\babuse detection|\btoo many requests|\b(?:HTTP|error:) 429\b/i
const FORBIDDEN =
  /\b(?:GH0\d\d|archived so|IP allow list|protected branch|refusing to allow|denied|not granted|declined)\b/i
const UNAUTHORIZED = /Authentication failed|could not read (?:Username|Password)|returned error: 401/
const MISSING =
  /possible repository corruption|mismatched algorithms|couldn't find remote ref|repository .{0,200} not found|returned error: 404|CONNECT tunnel failed, response 4|HTTP code 4\d\d from proxy/i

/** GitHub says with a 403 alone that it is too much, too, since git does not show all that an answer says. */
export function outcomeOf({ code, stdout, stderr }: { code: number; stdout: string; stderr: string }): RemoteOutcome {
  const output = `${stdout}\n${stderr}`
  if (code === 0) return 'done'
  if (IN_THE_WAY.test(output)) return 'forbidden'
  if (MOVED.test(output)) return 'moved'
  if (LIMITED.test(output)) return 'unclear'
  if (FORBIDDEN.test(output)) return 'forbidden'
  if (UNAUTHORIZED.test(stderr)) return 'unauthorized'
  return MISSING.test(stderr) ? 'missing' : 'unclear'
}

/** git's words for objects that are named by another hash than ours, which is SHA-1. */
export const hasOtherHash = (stderr: string): boolean => /mismatched algorithms/.test(stderr)

/** Whether all that git tells is a 403, which is a limit or a lack of rights. */
export const isBare403 = (stderr: string): boolean => /returned error: 403|\bHTTP 403\b/.test(stderr)

/** Why a proxy did not let git through: its status, or git's words. Undefined when an answer came without one. */
export function proxyTroubleIn(stderr: string): string | undefined {
  const status = /CONNECT tunnel failed, response (\d{3})|HTTP code (\d{3}) from proxy/.exec(stderr)
  if (status) return status[1] ?? status[2]
  if (/could not read (?:Username|Password) for|returned error: \d{3}|\bHTTP \d{3}\b/.test(stderr)) return undefined
  return /(?:Proxy CONNECT aborted|Could not resolve (?:proxy|host)|Failed to connect|Couldn't connect|Connection (?:reset|refused|timed out)|Recv failure|Empty reply|unexpected eof|timed? ?out|took too long)/i.exec(
    stderr,
  )?.[0]
}
