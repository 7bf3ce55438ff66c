/**
 * Mends: `Curve.verify` of Baileys ignores libsignal's answer and says yes to everything, so that any server and any
 * phone would be believed. `Curve` is an exported object, therefore it can be put right without touching their files.
 */
import type { Baileys } from './baileys'

export type SignatureCheck = {
  verifySignature(publicKey: Uint8Array, message: Uint8Array, signature: Uint8Array): boolean
}

export function verifySignatures({ Curve, generateSignalPubKey }: Baileys, curve: SignatureCheck): void {
  Curve.verify = (publicKey, message, signature) => {
    try {
      const key = Buffer.from(generateSignalPubKey(publicKey))
      return curve.verifySignature(key, Buffer.from(message), Buffer.from(signature)) === true
    } catch {
      return false
    }
  }
}
