/**
 * Works around libsignal: to find the session of a message it tries one after the other, and a failed try changes the
 * session. So a message written before our latest session reached the phone ruins that session permanently. Here each
 * try works on a copy, and only a successful copy is kept.
 */

/** Missing in libsignal's types. */
type Session = {
  getChain(key: Buffer): unknown
  serialize(): unknown
  pendingPreKey?: unknown
  constructor: unknown
}
type SessionClass = { deserialize(data: unknown): Session }
type DecryptedCopy = { session: Session; plaintext: Buffer }
export type Cipher = { decryptWithSessions(data: Buffer, sessions: readonly Session[]): Promise<DecryptedCopy> }
type ReadMessage = (bytes: Uint8Array) => { ephemeralKey: Uint8Array }

const MENDED = Symbol.for('balcao.try-on-copies')
const VERSION_BYTES = 1
const MAC_BYTES = 8

/** Idempotent. */
export function tryOnCopies(cipher: Cipher & { [MENDED]?: true }, read: ReadMessage): void {
  if (cipher[MENDED]) return
  cipher[MENDED] = true
  const original = cipher.decryptWithSessions
  cipher.decryptWithSessions = async function decryptWithSessions(data, sessions) {
    const key = Buffer.from(read(data.subarray(VERSION_BYTES, -MAC_BYTES)).ephemeralKey)
    // A session that already knows the sender's chain is the right one and is not ratcheted.
    const known = sessions.filter((session) => session.getChain(key))
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
