/**
 * Works around libsignal: to find the session of a message it tries one after the other, and a failed try changes the
 * session. So a message written before our latest session reached the phone ruins that session permanently. Here each
 * try works on a copy, and only a successful copy is kept.
 *
 * It also reports one error for whatever failed, so nobody could tell a message that was decrypted before from one that
 * cannot be decrypted: after each crash the phones were asked for messages that we have.
 */

/** Missing in libsignal's types. */
type Chain = {
  readonly chainKey: { readonly counter: number }
  /** Keys of messages that were passed over, by counter. */
  readonly messageKeys: Readonly<Record<number, unknown>>
}
type Session = {
  getChain(key: Buffer): Chain | undefined
  serialize(): unknown
  pendingPreKey?: unknown
  constructor: unknown
}
type SessionClass = { deserialize(data: unknown): Session }
type DecryptedCopy = { session: Session; plaintext: Buffer }
export type Cipher = { decryptWithSessions(data: Buffer, sessions: readonly Session[]): Promise<DecryptedCopy> }
type ReadMessage = (bytes: Uint8Array) => { readonly ephemeralKey: Uint8Array; readonly counter: number }
type Options = {
  readonly read: ReadMessage
  /** Text of the error for a message that was decrypted before. */
  readonly repeated: string
}

const MENDED = Symbol.for('balcao.try-on-copies')
const VERSION_BYTES = 1
const MAC_BYTES = 8

/** Idempotent. */
export function tryOnCopies(cipher: Cipher & { [MENDED]?: true }, { read, repeated }: Options): void {
  if (cipher[MENDED]) return
  cipher[MENDED] = true
  const original = cipher.decryptWithSessions
  cipher.decryptWithSessions = async function decryptWithSessions(data, sessions) {
    const { ephemeralKey, counter } = read(data.subarray(VERSION_BYTES, -MAC_BYTES))
    const key = Buffer.from(ephemeralKey)
    // A session that already knows the sender's chain is the right one and is not ratcheted.
    const known = sessions.filter((session) => session.getChain(key))
    if (known.some((session) => wasDecrypted(session.getChain(key), counter))) throw new Error(repeated)
    if (known.length > 0) return original.call(this, data, known)
    const copies = sessions.map((session) => (session.constructor as SessionClass).deserialize(session.serialize()))
    const { session: copy, plaintext } = await original.call(this, data, copies)
    const session = sessions[copies.indexOf(copy)] ?? copy
    Object.assign(session, copy)
    // The copy no longer has a pending pre-key, because the phone has answered.
    if (!('pendingPreKey' in copy)) delete session.pendingPreKey
    return { session, plaintext }
  }
}

/** Each message has its own key, which is deleted when it was decrypted. */
const wasDecrypted = (chain: Chain | undefined, counter: number): boolean =>
  chain !== undefined && counter <= chain.chainKey.counter && !(counter in chain.messageKeys)
