/**
 * Works around libsignal: to find the session a message belongs to, it tries them one after the other, and a try changes a
 * session that does not fit. A message written before our latest session reached the phone ruins that session for good. Here
 * each try works on a copy, and only the one that fits is kept.
 */

/** What libsignal's own types leave out. */
type Session = {
  getChain(key: Buffer): unknown
  serialize(): unknown
  pendingPreKey?: unknown
  constructor: unknown
}
type SessionClass = { deserialize(data: unknown): Session }
type Found = { session: Session; plaintext: Buffer }
export type Cipher = { decryptWithSessions(data: Buffer, sessions: readonly Session[]): Promise<Found> }
type ReadMessage = (bytes: Uint8Array) => { ephemeralKey: Uint8Array }

const MENDED = Symbol.for('balcao.try-on-copies')
const VERSION_BYTES = 1
const MAC_BYTES = 8

/** Safe to call again. */
export function tryOnCopies(cipher: Cipher & { [MENDED]?: true }, read: ReadMessage): void {
  if (cipher[MENDED]) return
  cipher[MENDED] = true
  const original = cipher.decryptWithSessions
  cipher.decryptWithSessions = async function decryptWithSessions(data, sessions) {
    const key = Buffer.from(read(data.subarray(VERSION_BYTES, -MAC_BYTES)).ephemeralKey)
    // The one that knows the chain is the one, and is not stepped.
    const known = sessions.filter((session) => session.getChain(key))
    if (known.length > 0) return original.call(this, data, known)
    const copies = sessions.map((session) => (session.constructor as SessionClass).deserialize(session.serialize()))
    const { session: copy, plaintext } = await original.call(this, data, copies)
    const session = sessions[copies.indexOf(copy)] ?? copy
    Object.assign(session, copy)
    // The phone has answered: the copy knows by no longer having it.
    if (!('pendingPreKey' in copy)) delete session.pendingPreKey
    return { session, plaintext }
  }
}
