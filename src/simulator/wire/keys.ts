/** Curve25519 as WhatsApp uses it: keys have 32 bytes on the wire and 33 (prefix 05) inside Signal. */
import { createHash, createPrivateKey, createPublicKey, hkdfSync } from 'node:crypto'
import * as curve from 'libsignal/src/curve.js'

export type KeyPair = { public: Buffer; private: Buffer }

const PKCS8_PREFIX = Buffer.from('302e020100300506032b656e04220420', 'hex')

export function keyPairFrom(privateKey: Buffer): KeyPair {
  const key = createPrivateKey({ key: Buffer.concat([PKCS8_PREFIX, privateKey]), format: 'der', type: 'pkcs8' })
  const publicKey = createPublicKey(key).export({ format: 'der', type: 'spki' }).subarray(-32)
  return { public: Buffer.from(publicKey), private: Buffer.from(privateKey) }
}

export const prefixed = (publicKey: Uint8Array): Buffer =>
  publicKey.length === 33 ? Buffer.from(publicKey) : Buffer.concat([Buffer.of(5), publicKey])

export const agree = (privateKey: Buffer, publicKey: Uint8Array): Buffer =>
  Buffer.from(curve.calculateAgreement(prefixed(publicKey), privateKey))

export const sign = (privateKey: Buffer, message: Uint8Array): Buffer =>
  Buffer.from(curve.calculateSignature(privateKey, Buffer.from(message)))

/** Not Baileys' `Curve.verify`, which always returns true. */
export function isSignedBy(publicKey: Uint8Array, message: Uint8Array, signature: Uint8Array): boolean {
  try {
    return curve.verifySignature(prefixed(publicKey), Buffer.from(message), Buffer.from(signature)) === true
  } catch {
    return false
  }
}

export const derive = (key: Uint8Array, length: number, { salt, info }: { salt?: Buffer; info?: string }): Buffer =>
  Buffer.from(hkdfSync('sha256', key, salt ?? Buffer.alloc(0), info ?? '', length))

export const sha256 = (...parts: Uint8Array[]): Buffer => {
  const hash = createHash('sha256')
  for (const part of parts) hash.update(part)
  return hash.digest()
}
