/** The ceremony's cryptography, compared with independent computations from the protocol's description. */
import { expect, test } from 'bun:test'
import { createHash, createHmac } from 'node:crypto'
import {
  agree,
  codeOf,
  commitmentTo,
  encrypt,
  handoffKeyOf,
  keyPairOf,
  proofOf,
  requestKeyOf,
} from '../../../../src/channels/whatsapp/passkey/secrets'

const bytes = (first: number, length = 32) => Buffer.from(Array.from({ length }, (_, at) => (first + at * 7) % 256))
const hmac = (key: Uint8Array, text: Uint8Array) => createHmac('sha256', key).update(text).digest()

/** RFC 5869 for one block: extract, then expand. */
function hkdf(key: Uint8Array, salt: Uint8Array, info: string): Buffer {
  const extracted = hmac(salt.length > 0 ? salt : Buffer.alloc(32), key)
  return hmac(extracted, Buffer.concat([Buffer.from(info), Buffer.of(1)]))
}

test('derives the handoff key from the secret of the scanned code, without salt', () => {
  expect(handoffKeyOf(bytes(1))).toEqual(hkdf(bytes(1), Buffer.alloc(0), 'shortcake-passkey-handoff-v1'))
})

test('proves the prologue with the handoff key', () => {
  expect(proofOf(bytes(3), bytes(9, 100))).toEqual(hmac(bytes(3), bytes(9, 100)))
})

test('commits to the identity followed by the nonce', () => {
  const both = Buffer.concat([bytes(2, 70), bytes(5)])
  expect(commitmentTo(bytes(2, 70), bytes(5))).toEqual(createHash('sha256').update(both).digest())
})

test('derives the key of the request with device type and ref in its salt', () => {
  const salt = Buffer.from('Companion Pairing 1 with ref 3@abc')
  expect(requestKeyOf({ shared: bytes(4), deviceType: 1, ref: '3@abc' })).toEqual(
    hkdf(bytes(4), salt, 'Pairing Information Encryption Key'),
  )
})

test('encodes the first five bytes as the code, five bits per letter', () => {
  const [nonce, theirNonce, theirKey] = [bytes(11), bytes(12), bytes(13)]
  const ours = createHash('sha256').update(nonce).update(theirKey).digest()
  let number = 0n
  for (let at = 0; at < 5; at++) number = number * 256n + BigInt((theirNonce[at] ?? 0) ^ (ours[at] ?? 0))
  let letters = ''
  for (let at = 0; at < 8; at++) {
    letters = `${'123456789ABCDEFGHJKLMNPQRSTVWXYZ'[Number(number % 32n)]}${letters}`
    number /= 32n
  }
  expect(codeOf({ nonce, theirNonce, theirKey })).toBe(`${letters.slice(0, 4)}-${letters.slice(4)}`)
})

test('shows a fixed code for fixed bytes', () => {
  const theirNonce = createHash('sha256').update(Buffer.alloc(32)).update(Buffer.alloc(32)).digest()
  const compared = { nonce: Buffer.alloc(32), theirKey: Buffer.alloc(32), theirNonce }
  expect(codeOf(compared)).toBe('1111-1111')
  const last = Buffer.from(theirNonce.map((byte) => byte ^ 0xff))
  expect(codeOf({ ...compared, theirNonce: last })).toBe('ZZZZ-ZZZZ')
})

test('agrees on the secret of RFC 7748, section 6.1', () => {
  const hex = (text: string) => Buffer.from(text, 'hex')
  const alice = hex('8520f0098930a754748b7ddcb43ef75a0dbf3a0d26381af4eba4a98eaa9b4e6a')
  const bob = keyPairOf(hex('5dab087e624a8a4b79e17f8b83800ee66f3bb1292618b6fd1c2f8b27ff88e0eb'))
  expect(bob.publicKey).toEqual(hex('de9edb7d7b7dc1b4d35b61c2ece435373f8343c85b78674dadfc7e146f882b4f'))
  expect(agree(bob, alice)).toEqual(hex('4a5d9d5ba4ce2de1728e3bf480350f25e07e21c947d19e3376f09b3c1e161742'))
})

test('encrypts with AES-256-GCM, with the tag at the end', async () => {
  const [key, iv, plain] = [bytes(21), bytes(22, 12), bytes(23, 50)]
  const webKey = await crypto.subtle.importKey('raw', key, 'AES-GCM', false, ['decrypt'])
  const opened = await crypto.subtle.decrypt({ name: 'AES-GCM', iv }, webKey, Uint8Array.from(encrypt(key, iv, plain)))
  expect(Buffer.from(opened)).toEqual(plain)
})
