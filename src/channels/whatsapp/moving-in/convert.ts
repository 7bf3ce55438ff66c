/** Converts the credentials and keys of another product's linked device to the rows of our session.db. */
import { addressOf } from '../address'
import { asBuffer, bytesIn, isObject, parseJson, withBase64 } from './bytes'
import { type ForeignKey, type ForeignSession, isKeyType, type KeyType } from './foreign-session'

/** Not encrypted yet. */
export type SessionRow = { readonly type: string; readonly id: string; readonly value: string }
export type Conversion =
  | {
      readonly outcome: 'converted'
      readonly number: string
      readonly rows: readonly SessionRow[]
      /** Keys of types that we do not know, or in no form that we know. */
      readonly dropped: number
    }
  /** `attempt`: no phone was linked with these credentials. */
  | { readonly outcome: 'attempt' | 'unreadable' }

export function convertSession({ creds, keys }: ForeignSession): Conversion {
  if (!isObject(creds) || !isObject(creds.me) || !isObject(creds.account)) return { outcome: 'attempt' }
  const number = addressOf(typeof creds.me.id === 'string' ? creds.me.id : null)
  if (number?.kind !== 'phone' || !areWhole(creds)) return { outcome: 'unreadable' }
  const rows = new Map<string, SessionRow>()
  let dropped = 0
  for (const key of keys) {
    if (key.value === null || key.value === undefined) continue // was deleted
    const value = isKeyType(key.type) ? storedValue(key.type, key) : undefined
    if (value === undefined) dropped++
    else rows.set(`${key.type} ${key.id}`, { type: key.type, id: key.id, value })
  }
  const first = { type: 'creds', id: '', value: JSON.stringify(withBase64(creds)) }
  return { outcome: 'converted', number: number.value, rows: [first, ...rows.values()], dropped }
}

/** Without one of these no socket opens. */
function areWhole(creds: Readonly<Record<string, unknown>>): boolean {
  const { noiseKey, signedIdentityKey, signedPreKey, registrationId } = creds
  return (
    isKeyPair(noiseKey) &&
    isKeyPair(signedIdentityKey) &&
    isObject(signedPreKey) &&
    isKeyPair(signedPreKey.keyPair) &&
    typeof registrationId === 'number'
  )
}

const isKeyPair = (value: unknown): boolean =>
  isObject(value) && bytesIn(value.private)?.length === 32 && [32, 33].includes(bytesIn(value.public)?.length ?? 0)

/** Undefined: dropped. */
function storedValue(type: KeyType, { value }: ForeignKey): string | undefined {
  switch (type) {
    case 'session':
      return sessionOf(value)
    case 'sender-key':
      return senderKeyOf(value)
    case 'pre-key':
      return isKeyPair(value) ? JSON.stringify(withBase64(value)) : undefined
    case 'lid-mapping':
      return typeof value === 'string' && /^\d+$/.test(value) ? JSON.stringify(value) : undefined
    case 'device-list':
      return Array.isArray(value) ? JSON.stringify(value) : undefined
    case 'identity-key': {
      const bytes = bytesIn(value)
      return bytes && JSON.stringify(asBuffer(bytes))
    }
    case 'tctoken':
      return isObject(value) && bytesIn(value.token) ? JSON.stringify(withBase64(value)) : undefined
    default:
      return isObject(value) ? JSON.stringify(withBase64(value)) : undefined
  }
}

/** Plain JSON in Baileys 6 and 7. Some stores kept it as bytes. */
function sessionOf(value: unknown): string | undefined {
  const bytes = bytesIn(value)
  const session = bytes ? parseJson(bytes.toString('utf8')) : value
  return isObject(session) && isObject(session._sessions) ? JSON.stringify(session) : undefined
}

/** Baileys 6 keeps a list of states, 7 the bytes of that list's JSON. */
function senderKeyOf(value: unknown): string | undefined {
  const bytes = bytesIn(value)
  const states = bytes ? parseJson(bytes.toString('utf8')) : typeof value === 'string' ? parseJson(value) : value
  if (!Array.isArray(states) || !states.every(isSenderKeyState)) return undefined
  return JSON.stringify(asBuffer(Buffer.from(JSON.stringify(withBase64(states)), 'utf8')))
}

const isSenderKeyState = (state: unknown): boolean =>
  isObject(state) && isObject(state.senderChainKey) && isObject(state.senderSigningKey)
