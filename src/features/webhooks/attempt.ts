import type { Wait } from '../../platform/gate'
import { askOutside, type OutsideAllow, OutsideFailed } from '../../platform/outside'
import { SECOND } from '../../platform/time'
import { signedHeaders } from '../../platform/webhook-signature'
import type { DeliveryFault } from './contract'
import type { DueDelivery } from './queries'
import type { Attempt } from './retries'

/** Time limit of a response. */
const ANSWER_LIMIT = 15 * SECOND
/** Bytes of the response that are stored. */
const MOST_BYTES = 2000

/** `secrets` to sign with, the current one first. */
export type Receiver = { readonly url: string; readonly secrets: readonly string[] }

type AttemptOptions = {
  readonly at: number
  readonly wait: Wait
  readonly allowed: OutsideAllow
  readonly left: AbortSignal
}

/** Sends a delivery once. Never rejects. `left` ends it. */
export async function attemptDelivery(
  { url, secrets }: Receiver,
  { eventId, body }: DueDelivery,
  { at, wait, allowed, left }: AttemptOptions,
): Promise<Attempt> {
  const since = performance.now()
  const timestamp = Math.floor(at / SECOND)
  const ended = (status: number | null, fault: DeliveryFault | null, more: Partial<Attempt> = {}): Attempt => ({
    at,
    status,
    fault,
    answer: null,
    retryAfter: null,
    took: Math.round(performance.now() - since),
    ...more,
  })
  if (secrets.length === 0) return ended(null, 'secret')
  try {
    const {
      status,
      body: answer,
      retryAfter,
    } = await askOutside({
      url,
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        'content-length': String(Buffer.byteLength(body)),
        'user-agent': 'Balcao-Webhooks/1',
        ...signedHeaders(secrets, { id: eventId, timestamp, body }),
      },
      body,
      reach: 'public',
      wait,
      allowed,
      limit: ANSWER_LIMIT,
      most: MOST_BYTES,
      isExcerptEnough: true,
      left,
    })
    return ended(status, status >= 200 && status < 300 ? null : 'status', { answer, retryAfter })
  } catch (error) {
    const fault = error instanceof OutsideFailed ? error.fault : 'unreachable'
    return ended(null, fault === 'timeout' || fault === 'notPublic' ? fault : 'unreachable')
  }
}
