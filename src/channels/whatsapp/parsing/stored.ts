/**
 * Reads a message as other products keep it: Baileys' object, or parts of it, written as JSON. Bytes are base64 or
 * `{"type":"Buffer"}`, long numbers text or `{"low":…,"high":…}`, values of enums their names. Pure.
 */
import type { WAMessage } from '@whiskeysockets/baileys'
import { readJson } from '../../../platform/json'
import type { Incoming, MessageAction } from '../../channel'
import { actionOf } from './message-actions'
import { parse } from './parse'
import { contentFieldOf, unwrap } from './unwrap'

/** Characters, and values in them: a picture may be written as a list of its bytes. */
const LONGEST_JSON = 2_000_000
const MOST_VALUES = 200_000
/** Levels; WhatsApp nests a quoted message in a wrapper in a message. */
const DEEPEST = 40

export type StoredContent = {
  /** Null: it is no message, but an action on one or nothing that is shown. */
  readonly message: Incoming | null
  readonly action: MessageAction | null
  /** WhatsApp's name of the content, such as `extendedTextMessage`. */
  readonly field: string | null
}

/** Null if it cannot be read: no JSON, cut, too large, or without id and conversation. */
export function readStoredMessage(json: string): StoredContent | null {
  if (json.length > LONGEST_JSON) return null
  const found = readJson(json, MOST_VALUES)
  if (!isObject(found)) return null
  try {
    const message = restored(found, '', 0) as WAMessage // whatever is missing or of another type makes `parse` return null or throw
    const { key } = message
    if (!key?.id || !key.remoteJid) return null
    const whole = { ...message, key: { ...key, ...otherAddressesIn(key) } }
    const around = { otherHalf: () => null }
    const action = actionOf(whole, { ...around, edit: undefined })
    const field = message.message ? (contentFieldOf(unwrap(message.message).inner) ?? null) : null
    return { message: action ? null : parse(whole, around), action, field }
  } catch {
    return null
  }
}

type Json = { [name: string]: unknown }
const isObject = (value: unknown): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value)

/** Fields whose text is base64. */
const BYTES = new Set([
  ...['jpegThumbnail', 'thumbnail', 'waveform', 'mediaKey', 'fileSha256', 'fileEncSha256', 'messageSecret'],
  ...['ctwaPayload', 'encPayload', 'encIv', 'pngThumbnail', 'firstFrameSidecar', 'streamingSidecar'],
])

const PROTOCOL_TYPES: Readonly<Record<string, number>> = { REVOKE: 0, EPHEMERAL_SETTING: 3, MESSAGE_EDIT: 14 }

/** The value as Baileys' protobuf would have decoded it. */
function restored(value: unknown, name: string, depth: number): unknown {
  if (typeof value === 'string') return BYTES.has(name) ? Buffer.from(value, 'base64') : value
  if (typeof value !== 'object' || value === null) return value
  if (depth > DEEPEST) return null
  if (Array.isArray(value)) return value.map((one) => restored(one, '', depth + 1))
  const object = value as Json // an object, and no array
  const bytes = bytesIn(object, name)
  if (bytes) return bytes
  if (typeof object.low === 'number' && typeof object.high === 'number') return longOf(object.low, object.high)
  const whole: Json = {}
  for (const [key, one] of Object.entries(object)) whole[key] = restored(one, key, depth + 1)
  if (name === 'protocolMessage' && typeof whole.type === 'string') whole.type = PROTOCOL_TYPES[whole.type] ?? -1
  return whole
}

/** `{"type":"Buffer","data":…}`, or a list of bytes as an object, which is how JSON writes a Uint8Array. */
function bytesIn(object: Json, name: string): Buffer | undefined {
  const { type, data } = object
  if (type === 'Buffer' && typeof data === 'string') return Buffer.from(data, 'base64')
  if (type === 'Buffer' && Array.isArray(data)) return Buffer.from(data.map(Number))
  return BYTES.has(name) && '0' in object ? Buffer.from(Object.values(object).map(Number)) : undefined
}

const longOf = (low: number, high: number): number => high * 2 ** 32 + (low >>> 0)

/** The other address of a person, under the names that versions of Baileys and its forks use. */
function otherAddressesIn(key: WAMessage['key']): Partial<WAMessage['key']> {
  const named = key as Readonly<Record<string, unknown>> // read by name, and checked
  const first = (...names: readonly string[]) =>
    names.map((name) => named[name]).find((value) => typeof value === 'string' && value !== '') as string | undefined
  const { remoteJid, participant } = key
  const of = (jid: string | null | undefined, phone: readonly string[], lid: readonly string[]) =>
    jid?.endsWith('@lid') ? first(...phone) : first(...lid)
  const remoteJidAlt =
    first('remoteJidAlt') ?? of(remoteJid, ['senderPn', 'sender_pn', 'peer_recipient_pn'], ['senderLid', 'sender_lid'])
  const participantAlt =
    first('participantAlt') ??
    of(participant, ['participantPn', 'participant_pn'], ['participantLid', 'participant_lid'])
  const isGroup = remoteJid?.endsWith('@g.us')
  return {
    ...(remoteJidAlt && !isGroup && { remoteJidAlt }),
    ...(participantAlt && isGroup && { participantAlt }),
  }
}
