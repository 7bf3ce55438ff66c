/** What a careful receiver of webhooks checks, by the Standard Webhooks convention. */
import { createHmac, timingSafeEqual } from 'node:crypto'

/** Seconds. */
const TOLERANCE = 5 * 60
const MOST_BYTES = 20 * 1024

type HookFault = 'headers' | 'age' | 'size' | 'signature'

/** `now` in milliseconds. Undefined if the delivery is acceptable. */
export function faultOfHook(headers: Headers, body: string, secret: string, now: number): HookFault | undefined {
  const [id, timestamp, signatures] = ['id', 'timestamp', 'signature'].map((name) => headers.get(`webhook-${name}`))
  if (!id || !timestamp || !signatures) return 'headers'
  if (Math.abs(now / 1000 - Number(timestamp)) > TOLERANCE) return 'age'
  if (Buffer.byteLength(body) > MOST_BYTES) return 'size'
  const key = Buffer.from(secret.replace(/^whsec_/, ''), 'base64')
  const wanted = createHmac('sha256', key).update(`${id}.${timestamp}.${body}`).digest()
  const isSigned = signatures.split(' ').some((one) => {
    const [version, value = ''] = one.split(',')
    const given = Buffer.from(value, 'base64')
    return version === 'v1' && given.length === wanted.length && timingSafeEqual(given, wanted)
  })
  return isSigned ? undefined : 'signature'
}
