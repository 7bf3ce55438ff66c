/** Signatures by the Standard Webhooks convention: `v1,` and HMAC-SHA256 over `{id}.{timestamp}.{body}`. */
import { createHmac, randomBytes } from 'node:crypto'

const PREFIX = 'whsec_'
const SECRET_BYTES = 32

export const newSecret = (): string => PREFIX + randomBytes(SECRET_BYTES).toString('base64')

export type SignedContent = { readonly id: string; readonly timestamp: number; readonly body: string }

const sign = (secret: string, { id, timestamp, body }: SignedContent): string =>
  createHmac('sha256', Buffer.from(secret.slice(PREFIX.length), 'base64'))
    .update(`${id}.${timestamp}.${body}`)
    .digest('base64')

/** `timestamp` in seconds. One signature per secret: two while a replaced secret is still valid. */
export const signedHeaders = (secrets: readonly string[], signed: SignedContent): Readonly<Record<string, string>> => ({
  'webhook-id': signed.id,
  'webhook-timestamp': String(signed.timestamp),
  'webhook-signature': secrets.map((secret) => `v1,${sign(secret, signed)}`).join(' '),
})
