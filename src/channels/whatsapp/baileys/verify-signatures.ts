/**
 * Works around Baileys: its `Curve.verify` ignores libsignal's result and always returns true, so any server and any
 * phone would be trusted. `Curve` is an exported object, so it can be patched from outside.
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
