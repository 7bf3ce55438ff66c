/** The one place that loads Baileys: late, because it takes longer than the whole rest of the house to start. */
import { quietLibsignal } from './quiet-libsignal'
import { type Cipher, tryOnCopies } from './try-on-copies'
import { verifySignatures } from './verify-signatures'

export type Baileys = typeof import('@whiskeysockets/baileys')
export type Socket = import('@whiskeysockets/baileys').WASocket
export type Creds = import('@whiskeysockets/baileys').AuthenticationCreds

/** `rootKey` (hex) is who signs for a WhatsApp other than the public one. */
export async function loadBaileys(rootKey: string | null): Promise<Baileys> {
  quietLibsignal()
  const [baileys, curve, { SessionCipher }, protobufs] = await Promise.all([
    import('@whiskeysockets/baileys'),
    import('libsignal/src/curve.js'),
    import('libsignal'),
    import('libsignal/src/protobufs.js'),
  ])
  // Neither is in libsignal's types.
  const { WhisperMessage } = protobufs as unknown as {
    WhisperMessage: { decode(bytes: Uint8Array): { ephemeralKey: Uint8Array } }
  }
  tryOnCopies(SessionCipher.prototype as unknown as Cipher, (bytes) => WhisperMessage.decode(bytes))
  verifySignatures(baileys, curve)
  if (rootKey) baileys.WA_CERT_DETAILS.PUBLIC_KEY = Buffer.from(rootKey, 'hex')
  return baileys
}
