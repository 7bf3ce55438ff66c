/** Verification with the runtime's Ed25519 agrees with libsignal's. */
import { expect, test } from 'bun:test'
import { randomBytes } from 'node:crypto'
import * as curve from 'libsignal/src/curve.js'
import { verifySignature } from '../../../../src/channels/whatsapp/baileys/xeddsa'

const pair = () => {
  const { pubKey, privKey } = curve.generateKeyPair()
  return { publicKey: Buffer.from(pubKey), privateKey: Buffer.from(privKey) }
}

test('accepts libsignal’s signatures for keys of either sign, and refuses one changed bit', () => {
  for (let n = 1; n <= 24; n++) {
    const { publicKey, privateKey } = pair()
    const message = randomBytes(n * 9)
    const signature = Buffer.from(curve.calculateSignature(privateKey, message))
    expect(verifySignature(publicKey, message, signature)).toBe(true)
    expect(verifySignature(pair().publicKey, message, signature)).toBe(false)
    for (const bytes of [signature, message]) {
      const at = n % bytes.length
      bytes[at] = (bytes[at] ?? 0) ^ 4
      expect(verifySignature(publicKey, message, signature)).toBe(false)
      bytes[at] = (bytes[at] ?? 0) ^ 4
    }
  }
})

test('refuses an invalid key or signature without throwing', () => {
  const { publicKey, privateKey } = pair()
  const message = Buffer.from('I am WhatsApp')
  const signature = Buffer.from(curve.calculateSignature(privateKey, message))
  expect(verifySignature(publicKey.subarray(1), message, signature)).toBe(false)
  expect(verifySignature(publicKey, message, signature.subarray(1))).toBe(false)
  expect(verifySignature(publicKey, message, Buffer.alloc(64, 255))).toBe(false)
  for (const fill of [0, 255])
    expect(verifySignature(Buffer.of(5, ...Buffer.alloc(32, fill)), message, signature)).toBe(false)
})
