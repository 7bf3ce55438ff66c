/**
 * Compresses and encrypts the bodies of messages: zstd, then AES-256-GCM under keys of the company, derived from the
 * fleet's key. The headers are authenticated with the body.
 *
 * A nonce is a keyed hash of headers and body, so it is used for one message only: two owners that claim the same epoch,
 * or a node that starts again from an old copy, have other nonces unless they seal the very same bytes.
 */
import { createCipheriv, createDecipheriv, createHmac, hkdfSync } from 'node:crypto'
import { BadRecord, headText, idOf, type RecordHead } from './records'

const METHOD = 'aes-256-gcm'
const NONCE_BYTES = 12
const TAG_BYTES = 16
const KEY_BYTES = 32
const [AS_IS, ZSTD] = [0, 1]

export function createSealing(fleetKey: Uint8Array, company: string) {
  if (fleetKey.length !== KEY_BYTES) throw new Error(`the fleet's key must have ${KEY_BYTES} bytes`)
  const derived = Buffer.from(hkdfSync('sha256', fleetKey, '', `balcao fleet log ${company}`, 2 * KEY_BYTES))
  const [key, nonceKey] = [derived.subarray(0, KEY_BYTES), derived.subarray(KEY_BYTES)]

  return {
    seal(head: RecordHead, body: Uint8Array): Uint8Array {
      const data = Buffer.from(headText(company, head))
      const small = Bun.zstdCompressSync(body, { level: 1 })
      const [method, plain] = small.length < body.length ? [ZSTD, small] : [AS_IS, body]
      const flag = Uint8Array.of(method)
      const hash = createHmac('sha256', nonceKey).update(data).update(flag).update(plain).digest()
      const nonce = hash.subarray(0, NONCE_BYTES)
      const cipher = createCipheriv(METHOD, key, nonce).setAAD(data)
      return Buffer.concat([nonce, cipher.update(flag), cipher.update(plain), cipher.final(), cipher.getAuthTag()])
    },

    /** Throws `BadRecord` if headers or body were changed, or sealed for another company or with another key. */
    open(head: RecordHead, sealed: Uint8Array): Uint8Array {
      if (sealed.length <= NONCE_BYTES + TAG_BYTES) throw new BadRecord(`the body of ${idOf(head)} is cut off`)
      try {
        const decipher = createDecipheriv(METHOD, key, sealed.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES })
        decipher.setAAD(Buffer.from(headText(company, head))).setAuthTag(sealed.subarray(-TAG_BYTES))
        const plain = Buffer.concat([decipher.update(sealed.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()])
        const body = plain.subarray(1)
        return plain[0] === ZSTD ? Bun.zstdDecompressSync(body) : body
      } catch {
        throw new BadRecord(`the body of ${idOf(head)} was changed, or is sealed with another key`)
      }
    },
  }
}
export type Sealing = ReturnType<typeof createSealing>
