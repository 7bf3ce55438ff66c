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

  const sealText = (named: string, body: Uint8Array): Uint8Array => {
    const data = Buffer.from(named)
    const small = Bun.zstdCompressSync(body, { level: 1 })
    const [method, plain] = small.length < body.length ? [ZSTD, small] : [AS_IS, body]
    const flag = Uint8Array.of(method)
    const hash = createHmac('sha256', nonceKey).update(data).update(flag).update(plain).digest()
    const nonce = hash.subarray(0, NONCE_BYTES)
    const cipher = createCipheriv(METHOD, key, nonce).setAAD(data)
    return Buffer.concat([nonce, cipher.update(flag), cipher.update(plain), cipher.final(), cipher.getAuthTag()])
  }

  const openText = (named: string, label: string, sealed: Uint8Array): Uint8Array => {
    if (sealed.length <= NONCE_BYTES + TAG_BYTES) throw new BadRecord(`${label} is cut off`)
    try {
      const decipher = createDecipheriv(METHOD, key, sealed.subarray(0, NONCE_BYTES), { authTagLength: TAG_BYTES })
      decipher.setAAD(Buffer.from(named)).setAuthTag(sealed.subarray(-TAG_BYTES))
      const plain = Buffer.concat([decipher.update(sealed.subarray(NONCE_BYTES, -TAG_BYTES)), decipher.final()])
      const body = plain.subarray(1)
      return plain[0] === ZSTD ? Bun.zstdDecompressSync(body) : body
    } catch {
      throw new BadRecord(`${label} was changed, or is sealed with another key`)
    }
  }

  const chunkText = (object: string, index: number, isLast: boolean) =>
    `balcao object\n${company}\n${object}\n${index}\n${isLast ? 'last' : 'more'}\n`

  return {
    seal: (head: RecordHead, body: Uint8Array): Uint8Array => sealText(headText(company, head), body),

    /** Throws `BadRecord` if headers or body were changed, or sealed for another company or with another key. */
    open: (head: RecordHead, sealed: Uint8Array): Uint8Array =>
      openText(headText(company, head), `the body of ${idOf(head)}`, sealed),

    /** A file as an object: each chunk with its length before it. */
    async *sealObject(object: string, chunks: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
      let index = 0
      const framed = (chunk: Uint8Array, isLast: boolean) => {
        const sealed = sealText(chunkText(object, index++, isLast), chunk)
        const length = Buffer.alloc(LENGTH_BYTES)
        length.writeUInt32BE(sealed.length)
        return Buffer.concat([length, sealed])
      }
      for await (const chunk of chunks) yield framed(chunk, false)
      yield framed(new Uint8Array(), true)
    },

    /** Throws `BadRecord` as `open`, and if the object is cut off. */
    async *openObject(object: string, bytes: AsyncIterable<Uint8Array>): AsyncGenerator<Uint8Array> {
      const label = `the object ${object}`
      let [index, rest] = [0, Buffer.alloc(0)]
      let isAtEnd = false
      for await (const some of bytes) {
        rest = Buffer.concat([rest, some])
        for (;;) {
          const length = rest.length < LENGTH_BYTES ? 0 : rest.readUInt32BE()
          if (length > MAX_CHUNK_BYTES) throw new BadRecord(`${label} is damaged`)
          if (length === 0 || rest.length < LENGTH_BYTES + length) break
          if (isAtEnd) throw new BadRecord(`${label} goes on after its end`)
          const sealed = rest.subarray(LENGTH_BYTES, LENGTH_BYTES + length)
          isAtEnd = length === LENGTH_OF_END
          const plain = openText(chunkText(object, index++, isAtEnd), label, sealed)
          rest = rest.subarray(LENGTH_BYTES + length)
          if (!isAtEnd) yield plain
        }
      }
      if (!isAtEnd || rest.length > 0) throw new BadRecord(`${label} is cut off`)
    },
  }
}
const LENGTH_BYTES = 4
const MAX_CHUNK_BYTES = 4 * 1024 * 1024
/** Of the sealed chunk without bytes that ends an object. */
const LENGTH_OF_END = NONCE_BYTES + 1 + TAG_BYTES
export type Sealing = ReturnType<typeof createSealing>
