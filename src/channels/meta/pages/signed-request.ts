/** The form field `signed_request` of Meta's callbacks: a signature and a payload, each in base64url. Pure. */
import { createHmac, timingSafeEqual } from 'node:crypto'
import * as v from 'valibot'
import { readJson } from '../../../platform/json'

const LONGEST = 8_000
const Payload = v.object({
  algorithm: v.literal('HMAC-SHA256'),
  user_id: v.pipe(v.string(), v.regex(/^\d{1,40}$/)),
  issued_at: v.optional(v.number()),
})

/** The person's id for the app; undefined if the signature is not the app's. */
export function readSignedRequest(written: string, appSecret: string): string | undefined {
  if (appSecret === '' || written.length > LONGEST) return undefined
  const [signature = '', payload = ''] = written.split('.')
  // The part is signed as it came.
  const expected = createHmac('sha256', appSecret).update(payload).digest()
  const given = Buffer.from(signature, 'base64url')
  if (given.length !== expected.length || !timingSafeEqual(given, expected)) return undefined
  const read = v.safeParse(Payload, readJson(Buffer.from(payload, 'base64url').toString('utf8')))
  return read.success ? read.output.user_id : undefined
}
