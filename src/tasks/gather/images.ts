import { errorText } from '../../lib/errors.ts'
import type { Remote } from '../../git/git.ts'
import { once } from '../../lib/async.ts'
import { logWarning } from '../../runner/log.ts'

/** Maximum number of images for a model, and of bytes per image. */
const MAX_IMAGES = 4
const MAX_BYTES = 5 << 20
const TIMEOUT = 20_000
const MAX_REDIRECTS = 3

/** Where images come from. `rendered` fetches the HTML that GitHub renders of the texts, if needed. */
type ImageSources = { remote?: Remote; before?: number; rendered?: () => Promise<readonly string[]> }

/**
 * Fetches the first images that are attachments on GitHub, as data URLs. The texts get `(image N)` for every one of
 * them, `(image)` for others, and lose alternative texts, which people do not see.
 */
export async function extractImages(
  texts: readonly string[],
  { remote, before = 0, rendered = async () => [] }: ImageSources,
): Promise<{ texts: string[]; images: string[] }> {
  const linked = new Set(texts.flatMap(imagesIn).map(({ address }) => address))
  const server = URL.parse(remote?.url ?? '')?.origin
  const addresses = [...linked].filter((address) => isAttachment(address, server)).slice(0, MAX_IMAGES)
  const signed = once(async () => signedIn(await rendered(), server))
  const fetched = await Promise.all(addresses.map((address) => fetchImage(address, remote, signed).catch(skipImage)))
  const shown = addresses.filter((_, i) => fetched[i] !== undefined)
  const label = (address: string) =>
    shown.includes(address) ? `(image ${before + shown.indexOf(address) + 1})` : '(image)'
  return {
    texts: texts.map((text) => replaceImages(text, label)),
    images: fetched.filter((image) => image !== undefined),
  }
}

function skipImage(error: unknown): undefined {
  logWarning(`An image is left out: ${errorText(error)}`)
}

const CODE_OR_COMMENT = [
  /^ {0,3}(?<fence>`{3,}(?!`)|~{3,}(?!~)).*\n[^]*?(?:^ {0,3}\k<fence>[`~]*[ \t]*$|(?![^]))/,
  /(?<!`)(?<ticks>`+)[^`\n]+\k<ticks>(?!`)/,
  /<!--[^]*?(?:-->|(?![^]))/,
]
const ALTERNATIVE = /!\[(?:[^[\]\\]|\\[^]|\[[^[\]]*\])*\]/.source
const ADDRESS = /(?:<(?<inBrackets>[^<>\n]*)>|(?<bare>(?:[^\s()<>]|\([^\s()<>]*\))*))/.source
const TITLE = /(?:\s{1,9}(?:"[^"]*"|'[^']*'|\([^()]*\)))?/.source
const IMAGE = [
  new RegExp(String.raw`${ALTERNATIVE}(?:\[[^[\]]*\]|\(\s{0,9}${ADDRESS}${TITLE}\s{0,9}\))`),
  /<img\b(?<attributes>(?:[^<>"']|"[^"<]*"|'[^'<]*')*)>/,
]
// Each part ends at a character that it cannot contain, so that matching takes linear time on hostile text.
const MARKDOWN_PIECES = new RegExp([...CODE_OR_COMMENT, ...IMAGE].map(({ source }) => source).join('|'), 'gim')
const SOURCE = /\ssrc\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/i

/** The images that the rendered text shows, with their offsets. */
function imagesIn(text: string): { at: number; length: number; address: string }[] {
  return [...text.matchAll(MARKDOWN_PIECES)].flatMap(({ 0: piece, index: at, groups }) => {
    if (!/^(?:!\[|<img)/i.test(piece)) return []
    const [, ...sources] = SOURCE.exec(groups?.['attributes'] ?? '') ?? []
    const address = groups?.['inBrackets'] ?? groups?.['bare'] ?? sources.find(Boolean) ?? ''
    return [{ at, length: piece.length, address }]
  })
}

const replaceImages = (text: string, label: (address: string) => string): string =>
  imagesIn(text).reduceRight(
    (rest, { at, length, address }) => rest.slice(0, at) + label(address) + rest.slice(at + length),
    text,
  )

/** Whether an address is a GitHub attachment: on the server itself, or on its hosts for user content. */
function isAttachment(address: string, server: string | undefined): boolean {
  const url = URL.parse(address)
  if (!url || url.username || url.password) return false
  if (url.origin === server && url.pathname.startsWith('/user-attachments/')) return true
  // Camo is GitHub's proxy for external images.
  const isContentHost = url.hostname.endsWith('.githubusercontent.com') && url.hostname !== 'camo.githubusercontent.com'
  return isContentHost && url.protocol === 'https:' && url.port === ''
}

/** The redirect target of github.com for attachments of public repositories. */
const ATTACHMENT_STORE = 'https://github-production-user-asset-6210df.s3.amazonaws.com'

/** Image addresses in GitHub's rendered HTML, where attachments of private repositories are signed. */
const signedIn = (html: readonly string[], server: string | undefined): string[] =>
  html
    .flatMap((text) => [...text.matchAll(/<img\b[^<>]*?\ssrc="([^"<>]+)"/g)])
    .map(([, address = '']) => address.replaceAll('&amp;', '&'))
    .filter((address) => isAttachment(address, server) || isSigned(address, server))

/** Whether an address is signed: by the host for private images, or on other servers by its path. */
const isSigned = (address: string, server: string | undefined): boolean => {
  const url = URL.parse(address)
  return url !== null && url.origin === server && url.pathname.startsWith('/private-user-images/')
}

/** The name of an attachment, which its signed address contains too. */
const nameOf = (address: string): string => URL.parse(address)?.pathname.split('/').at(-1) ?? ''

const NOT_PUBLIC = [401, 403, 404]

/** Fetches without credentials, then by a signed address, then with the token, which only some servers accept. */
async function fetchImage(
  address: string,
  remote: Remote | undefined,
  signedAddresses: () => Promise<string[]>,
): Promise<string> {
  const signal = AbortSignal.timeout(TIMEOUT)
  const server = URL.parse(remote?.url ?? '')?.origin
  let response = await follow(address, { server, signal })
  const tryAgain = async (at: string, token?: string): Promise<void> => {
    await response.body?.cancel()
    response = await follow(at, { server, signal, token })
  }
  if (NOT_PUBLIC.includes(response.status)) {
    const name = nameOf(address)
    const signed = (await signedAddresses()).find((one) => name !== '' && one !== address && nameOf(one).includes(name))
    if (signed !== undefined) await tryAgain(signed)
  }
  if (NOT_PUBLIC.includes(response.status) && remote?.token) await tryAgain(address, remote.token)
  if (!response.ok) throw new Error(`it is answered with ${response.status}.`)
  const bytes = await readAtMost(response, MAX_BYTES)
  const type = imageType(bytes)
  if (!type) throw new Error('it is no PNG, JPEG, GIF or WebP.')
  return `data:image/${type};base64,${bytes.toString('base64')}`
}

type FetchOptions = { server: string | undefined; signal: AbortSignal; token?: string | undefined }

/** Fetches an attachment, and redirects to others. The token is sent to its own server alone. */
async function follow(address: string, { server, signal, token }: FetchOptions, redirects = 0): Promise<Response> {
  const isOwn = token && URL.parse(address)?.origin === server
  const headers: Record<string, string> = isOwn ? { authorization: `Bearer ${token}` } : {}
  const response = await fetch(address, { headers, signal, redirect: 'manual' })
  const location = response.status >= 300 && response.status < 400 ? response.headers.get('location') : null
  if (location === null) return response
  await response.body?.cancel()
  const next = URL.parse(location, address)
  const isAllowed = next && (next.origin === ATTACHMENT_STORE || isAttachment(next.href, server))
  if (!isAllowed || redirects === MAX_REDIRECTS)
    throw new Error('it is redirected to where no attachments of GitHub are.')
  return follow(next.href, { server, signal, token }, redirects + 1)
}

async function readAtMost({ body }: Response, limit: number): Promise<Buffer> {
  const chunks: Uint8Array[] = []
  let size = 0
  for await (const chunk of body ?? []) {
    size += chunk.length
    if (size > limit) throw new Error(`it has more than ${limit >> 20} MiB.`)
    chunks.push(chunk)
  }
  return Buffer.concat(chunks)
}

const SIGNATURES = { png: /^\x89PNG\r\n\x1a\n/, jpeg: /^\xff\xd8\xff/, gif: /^GIF8[79]a/, webp: /^RIFF[^]{4}WEBP/ }

function imageType(bytes: Buffer): string | undefined {
  const start = bytes.toString('latin1', 0, 12)
  return Object.entries(SIGNATURES).find(([, signature]) => signature.test(start))?.[0]
}
