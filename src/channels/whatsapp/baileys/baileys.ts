/** The only place that loads Baileys. Loads it lazily, because that takes longer than the rest of the start. */
import { keepNctSalt } from './nct-salt'
import { quietLibsignal } from './quiet-libsignal'
import { refuseNothing } from './refuse-nothing'
import { type Cipher, tryOnCopies } from './try-on-copies'
import { verifySignatures } from './verify-signatures'
import { verifySignature } from './xeddsa'

export type Baileys = typeof import('@whiskeysockets/baileys')
export type Socket = import('@whiskeysockets/baileys').WASocket
export type Creds = import('@whiskeysockets/baileys').AuthenticationCreds

/** `rootKey` (hex): root of trust of a private WhatsApp, such as the simulator. */
export async function loadBaileys(rootKey: string | null): Promise<Baileys> {
  quietLibsignal()
  for (const load of HEAVY) {
    await load()
    await new Promise(setImmediate)
  }
  const [baileys, { SessionCipher }, protobufs] = await Promise.all([
    import('@whiskeysockets/baileys'),
    import('libsignal'),
    import('libsignal/src/protobufs.js'),
  ])
  // Neither function is in libsignal's types.
  const { WhisperMessage } = protobufs as unknown as {
    WhisperMessage: { decode(bytes: Uint8Array): { ephemeralKey: Uint8Array; counter: number } }
  }
  tryOnCopies(SessionCipher.prototype as unknown as Cipher, {
    read: (bytes) => WhisperMessage.decode(bytes),
    repeated: baileys.MISSING_KEYS_ERROR_TEXT,
  })
  verifySignatures(baileys, { verifySignature })
  refuseNothing(baileys)
  keepNctSalt(baileys)
  if (rootKey) baileys.WA_CERT_DETAILS.PUBLIC_KEY = Buffer.from(rootKey, 'hex')
  return baileys
}

/**
 * Baileys' own imports, loaded one by one and yielding to the event loop in between, because loading all at once blocks
 * it.
 */
const HEAVY: readonly (() => Promise<unknown>)[] = [
  () => import('@whiskeysockets/baileys/WAProto/index.js'),
  () => import('libsignal'),
  () => import('@whiskeysockets/baileys/lib/Utils/crypto.js'),
  () => import('@whiskeysockets/baileys/lib/WAM/index.js'),
  () => import('@whiskeysockets/baileys/lib/WABinary/index.js'),
  () => import('@whiskeysockets/baileys/lib/Utils/index.js'),
]
