/** End-to-end encryption of one simulated phone. Sessions are stored by (account's LID, device), whatever the stanza says. */
import { ProtocolAddress, SessionBuilder, SessionCipher, SessionRecord, type SignalStorage } from 'libsignal'
import { PreKeyWhisperMessage, WhisperMessage } from 'libsignal/src/protobufs.js'
import { type KeyPair, keyPairFrom, prefixed, sign } from './keys'
import type { Random } from './random'

export type Bundle = {
  registrationId: number
  identityKey: Buffer
  signedPreKey: { keyId: number; publicKey: Buffer; signature: Buffer }
  preKey?: { keyId: number; publicKey: Buffer } | undefined
}
export type SealedMessage = { type: 'msg' | 'pkmsg'; body: Buffer }
export type Peer = { lid: string; device: number }

/** Fields missing from libsignal's types. */
type Session = { indexInfo: { closed: number; used: number }; getChain(key: Buffer): unknown }
type OpenRecord = SessionRecord & {
  sessions: Record<string, Session>
  getOpenSession(): Session | undefined
  getSession(baseKey: Buffer): unknown
}
type OpenCipher = SessionCipher & { doDecryptWhisperMessage(bytes: Buffer, session: Session): Promise<Buffer> }

export type SavedSignal = {
  identity: string
  registrationId: number
  signedPreKey: string
  preKeys: [number, string][]
  nextPreKeyId: number
  sessions: [string, unknown][]
}

const SIGNED_PRE_KEY_ID = 1
const MAC_LENGTH = 8
/** Maximum unused keys. Clients request many and use few; the oldest unused are dropped. */
const PRE_KEYS_KEPT = 200

export class SignalDevice {
  readonly identity: KeyPair
  readonly registrationId: number
  #signedPreKey: KeyPair
  #preKeys = new Map<number, KeyPair>()
  #nextPreKeyId = 1
  #sessions = new Map<string, SessionRecord>()

  constructor(identity: KeyPair, registrationId: number, signedPreKey: KeyPair) {
    this.identity = identity
    this.registrationId = registrationId
    this.#signedPreKey = signedPreKey
  }

  static make(random: Random): SignalDevice {
    const registrationId = 1 + random.below(16_000)
    return new SignalDevice(keyPairFrom(random.bytes(32)), registrationId, keyPairFrom(random.bytes(32)))
  }

  static restore(saved: SavedSignal): SignalDevice {
    const pair = (text: string) => keyPairFrom(Buffer.from(text, 'base64'))
    const device = new SignalDevice(pair(saved.identity), saved.registrationId, pair(saved.signedPreKey))
    device.#preKeys = new Map(saved.preKeys.map(([id, key]) => [id, pair(key)]))
    device.#nextPreKeyId = saved.nextPreKeyId
    // libsignal's type says bytes, its code reads and writes plain objects.
    const record = (value: unknown) => SessionRecord.deserialize(value as Uint8Array)
    device.#sessions = new Map(saved.sessions.map(([peer, value]) => [peer, record(value)]))
    return device
  }

  save(): SavedSignal {
    return {
      identity: this.identity.private.toString('base64'),
      registrationId: this.registrationId,
      signedPreKey: this.#signedPreKey.private.toString('base64'),
      preKeys: [...this.#preKeys].map(([id, pair]) => [id, pair.private.toString('base64')]),
      nextPreKeyId: this.#nextPreKeyId,
      sessions: [...this.#sessions].map(([peer, record]) => [peer, record.serialize()]),
    }
  }

  /** Key bundle for writing to this phone. */
  offerBundle(random: Random): Bundle {
    const keyId = this.#nextPreKeyId++
    const preKey = keyPairFrom(random.bytes(32))
    this.#preKeys.set(keyId, preKey)
    const oldest = this.#preKeys.keys().next().value
    if (this.#preKeys.size > PRE_KEYS_KEPT && oldest !== undefined) this.#preKeys.delete(oldest)
    const signed = prefixed(this.#signedPreKey.public)
    const signature = sign(this.identity.private, signed)
    return {
      registrationId: this.registrationId,
      identityKey: prefixed(this.identity.public),
      signedPreKey: { keyId: SIGNED_PRE_KEY_ID, publicKey: signed, signature },
      preKey: { keyId, publicKey: prefixed(preKey.public) },
    }
  }

  knows(peer: Peer): boolean {
    return this.#sessions.get(addressOf(peer).toString())?.haveOpenSession() ?? false
  }

  forget(peer: Peer) {
    this.#sessions.delete(addressOf(peer).toString())
  }

  async begin(peer: Peer, bundle: Bundle) {
    const record = this.#sessions.get(addressOf(peer).toString())
    if (record) closeQuietly(record)
    // libsignal accepts a bundle without a one-time key; its type does not say so.
    const session = bundle as Parameters<SessionBuilder['initOutgoing']>[0]
    await new SessionBuilder(
      this.#storage((live) => live),
      addressOf(peer),
    ).initOutgoing(session)
  }

  async encrypt(peer: Peer, plaintext: Uint8Array): Promise<SealedMessage> {
    const cipher = new SessionCipher(
      this.#storage((live) => live),
      addressOf(peer),
    )
    const { type, body } = await cipher.encrypt(Buffer.from(plaintext))
    return { type: type === 3 ? 'pkmsg' : 'msg', body: Buffer.from(body, 'binary') }
  }

  async decrypt(peer: Peer, { type, body }: SealedMessage): Promise<Buffer> {
    const bytes = Buffer.from(body)
    if (type === 'msg') return this.#decryptInSession(peer, bytes)
    const { baseKey } = PreKeyWhisperMessage.decode(bytes.subarray(1))
    const makingWay = (live: SessionRecord) => makeWay(copyOf(live), Buffer.from(baseKey))
    return new SessionCipher(this.#storage(makingWay), addressOf(peer)).decryptPreKeyWhisperMessage(bytes)
  }

  /**
   * Tries each session on a copy and keeps only the matching one. libsignal tries them in place, which ruins sessions
   * that do not match: the ratchet advances before the MAC is checked.
   */
  async #decryptInSession(peer: Peer, bytes: Buffer): Promise<Buffer> {
    const record = this.#sessions.get(addressOf(peer).toString()) as OpenRecord | undefined
    if (!record) throw new Error('no session')
    const cipher = new SessionCipher(this.#storage(copyOf), addressOf(peer)) as OpenCipher
    for (const session of candidatesFor(record, bytes)) {
      const trial = copyOf(record) as OpenRecord
      const copied = trial.sessions[session]
      const plaintext = copied && (await cipher.doDecryptWhisperMessage(bytes, copied).catch(() => undefined))
      if (!copied || !plaintext) continue
      copied.indexInfo.used = Date.now()
      record.sessions[session] = copied
      return plaintext
    }
    throw new Error('no session fits')
  }

  /** `view`: sessions that libsignal may change; copies when decrypting, because a failure ruins a session. */
  #storage(view: (live: SessionRecord) => SessionRecord): SignalStorage {
    return {
      loadSession: async (id) => {
        const live = this.#sessions.get(id)
        return live && view(live)
      },
      storeSession: async (id, record) => {
        this.#sessions.set(id, record)
      },
      isTrustedIdentity: () => true,
      loadPreKey: async (id) => signalPair(this.#preKeys.get(Number(id))),
      removePreKey: (id) => {
        this.#preKeys.delete(id)
      },
      loadSignedPreKey: () => ({ privKey: this.#signedPreKey.private, pubKey: prefixed(this.#signedPreKey.public) }),
      getOurRegistrationId: () => this.registrationId,
      getOurIdentity: () => ({ privKey: this.identity.private, pubKey: prefixed(this.identity.public) }),
    }
  }
}

const addressOf = ({ lid, device }: Peer) => new ProtocolAddress(lid, device)

const signalPair = (pair: KeyPair | undefined) => pair && { privKey: pair.private, pubKey: prefixed(pair.public) }

const copyOf = (record: SessionRecord): SessionRecord => SessionRecord.deserialize(record.serialize())

/** libsignal prints the whole session, private keys included, when it closes one itself. */
function closeQuietly(record: SessionRecord): SessionRecord {
  const open = (record as OpenRecord).getOpenSession()
  if (open) open.indexInfo.closed = Date.now()
  return record
}

/** The sessions with the sender's current ratchet; if there is none, all, last used first. */
function candidatesFor({ sessions }: OpenRecord, bytes: Buffer): string[] {
  const { ephemeralKey } = WhisperMessage.decode(bytes.subarray(1, -MAC_LENGTH))
  const all = Object.entries(sessions).sort(([, a], [, b]) => b.indexInfo.used - a.indexInfo.used)
  const knowing = all.filter(([, session]) => session.getChain(Buffer.from(ephemeralKey)) !== undefined)
  return (knowing.length > 0 ? knowing : all).map(([key]) => key)
}

const makeWay = (record: SessionRecord, baseKey: Buffer): SessionRecord =>
  (record as OpenRecord).getSession(baseKey) ? record : closeQuietly(record)
