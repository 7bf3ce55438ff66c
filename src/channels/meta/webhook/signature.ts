/** Meta's signature of a webhook: `X-Hub-Signature-256: sha256=` and the HMAC of the very bytes, in hex. */
import { createHmac, timingSafeEqual } from 'node:crypto'
import type { Pauses } from './pauses'

export const SIGNATURE = 'x-hub-signature-256'

/** Null if it is missing or malformed. */
export function signatureOf(headers: Headers): Buffer | null {
  const [, hex] = /^sha256=([0-9a-f]{64})$/.exec(headers.get(SIGNATURE) ?? '') ?? []
  return hex === undefined ? null : Buffer.from(hex, 'hex')
}

/** Preparing a hash takes as long as hashing this many bytes. */
const BYTES_PER_SECRET = 2048

/** The secret that signed the bytes; undefined if none of them did. Tries each one, so that the time it takes tells nothing. */
export async function signerOf(
  bytes: Uint8Array,
  signature: Buffer,
  secrets: readonly string[],
  pauses: Pauses,
): Promise<string | undefined> {
  let signer: string | undefined
  for (const secret of secrets) {
    await pauses.before(bytes.length + BYTES_PER_SECRET)
    if (timingSafeEqual(createHmac('sha256', secret).update(bytes).digest(), signature)) signer = secret
  }
  return signer
}
