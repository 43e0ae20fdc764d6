import { setTimeout as sleep } from 'node:timers/promises'
import { APIError, type OpenAI } from 'openai'
import { UserError } from '../../errors.ts'
import { BrokenOff, explainFailure, isReportedInReply, unreachable } from './failure.ts'
import { ContextTooLong } from '../agent/model.ts'

/** A model at an endpoint. `effort` is left to the endpoint when undefined. */
export type Endpoint = { client: OpenAI; model: string; effort?: Effort | undefined }
export type Effort = NonNullable<OpenAI.ReasoningEffort>

/** One try of a request, leaving out the optional parameters that the endpoint is known to reject. */
export type Exchange<T> = (without: ReadonlySet<string>) => Promise<T>

/** Waits before asking again for a reply that broke off, in milliseconds. What fails before it begins the client repeats. */
const WAITS = [500, 1_500, 4_500]

/**
 * A way to ask an endpoint that does not give up at once: a reply that broke off is asked for again, and an optional
 * parameter that the endpoint rejects is left out from then on. What is thrown in the end is explained.
 */
export function persistent(client: OpenAI, optional: readonly string[]) {
  const without = new Set<string>()
  return async <T>(attempt: Exchange<T>, signal?: AbortSignal): Promise<T> => {
    for (let broken = 0; ;) {
      try {
        return await attempt(without)
      } catch (error) {
        signal?.throwIfAborted()
        const rejected = rejectedParameters(error, optional).filter((name) => !without.has(name))
        for (const name of rejected) without.add(name)
        if (rejected.length > 0) continue
        const wait = WAITS[broken++]
        if (wait === undefined || !mayPass(error, client)) throw explainFailure(error, client)
        await sleep(wait, undefined, signal && { signal })
      }
    }
  }
}

/** Whether the same request may do better: it broke off, and not for a reason that will be the same again. */
const mayPass = (error: unknown, client: OpenAI): boolean =>
  error instanceof BrokenOff || (isReportedInReply(error) && isOutage(explainFailure(error, client)))

const isOutage = (failure: unknown): boolean => !(failure instanceof UserError || failure instanceof ContextTooLong)

/** The optional part of a conversation: many models read text alone, and their servers say so in many ways. */
export const IMAGES = 'images'
const NO_IMAGES = /\bimages?\b|image_url|input_image|\bvision\b|multi-?modal/i
const NO_IMAGES_STATUS = [400, 404, 415, 422, 500, 501]

/**
 * The optional parameters that a 400 or 422 is about: the one it names, and all of them when it says nothing at all.
 * Encrypted reasoning that the endpoint cannot read (another account's, another model's) comes with `include`.
 */
function rejectedParameters(error: unknown, optional: readonly string[]): string[] {
  if (!(error instanceof APIError)) return []
  if (NO_IMAGES_STATUS.includes(error.status) && NO_IMAGES.test(`${error.param} ${error.message}`)) return [IMAGES]
  if (error.status !== 400 && error.status !== 422) return []
  if (error.error === undefined) return [...optional]
  if (error.code === 'invalid_encrypted_content') return ['include']
  const about = error.param?.split(/[.[]/)[0]
  return optional.filter((name) => name === about || new RegExp(`(?:['"\`]|: )${name}\\b`).test(error.message))
}

/** The items of a stream; what goes wrong while it is read is told apart as `BrokenOff`, unless the endpoint said it. */
export async function* reading<T>(stream: AsyncIterable<T>): AsyncGenerator<T> {
  try {
    yield* stream
  } catch (error) {
    if (error instanceof APIError) throw error
    throw new BrokenOff('broke off its reply', { cause: error })
  }
}

/**
 * The reply's body when the endpoint did not stream although it was asked to; undefined when it streams.
 * A page for people instead of either means that the address is wrong.
 */
export async function unstreamed(response: Response): Promise<unknown> {
  const type = response.headers.get('content-type') ?? ''
  if (type.includes('text/html'))
    throw unreachable(`The server at ${new URL(response.url).host} answers with a web page.`)
  if (!type.includes('application/json')) return undefined
  try {
    return await response.json()
  } catch (error) {
    throw new BrokenOff('sent a reply that is no JSON', { cause: error })
  }
}
