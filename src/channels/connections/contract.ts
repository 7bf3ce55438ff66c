/** Connections to messengers ("whatsapp" on the wire), as the browser knows them. */
import * as v from 'valibot'
import { defineEvent } from '../../platform/events'
import { Id, Instant, Name, PhoneNumber } from '../../platform/formats'
import { ChannelKind } from '../contract'

/** The specification's six, and four that tell the truth where those cannot (decision 2026-11-21 in src/README.md). */
export const ConnectionStatus = v.picklist([
  'qrcode',
  'OPENING',
  'PAIRING',
  'CONNECTED',
  'TIMEOUT',
  'DISCONNECTED',
  'PASSKEY',
  'REPLACED',
  'BANNED',
  'RESTRICTED',
])
export type ConnectionStatus = v.InferOutput<typeof ConnectionStatus>

/** One row of the connections screen. `qrcode` is the text to draw, empty while there is none. */
export const ConnectionSummary = v.object({
  id: Id,
  name: v.string(),
  channel: ChannelKind,
  number: v.nullable(v.string()),
  status: ConnectionStatus,
  /** Why it stands where it stands, as a translation key under `connections.reason`, or null. */
  reason: v.nullable(v.string()),
  qrcode: v.string(),
  /** When the shown QR stops being valid. */
  qrcodeExpiresAt: v.nullable(Instant),
  pairingCode: v.nullable(v.string()),
  retries: v.number(),
  isDefault: v.boolean(),
  queueIds: v.array(Id),
  /** Messages waiting to leave through it. */
  outboxCount: v.number(),
  updatedAt: Instant,
})
export type ConnectionSummary = v.InferOutput<typeof ConnectionSummary>

export const CreateConnection = v.object({
  name: Name,
  channel: v.optional(v.literal('whatsapp')),
  isDefault: v.optional(v.boolean()),
  queueIds: v.optional(v.array(Id)),
  greetingMessage: v.optional(v.pipe(v.string(), v.maxLength(1000, 'form.text.long'))),
  complationMessage: v.optional(v.pipe(v.string(), v.maxLength(1000, 'form.text.long'))),
})
export type CreateConnection = v.InferOutput<typeof CreateConnection>
export const UpdateConnection = v.partial(CreateConnection)
export type UpdateConnection = v.InferOutput<typeof UpdateConnection>

/** Body of `POST /whatsappsession/{id}`: with a number, a code to type on that phone is asked for instead of a QR. */
export const OpenPairing = v.object({ number: v.optional(PhoneNumber) })

export const connectionUpdated = defineEvent('whatsapp.update', v.object({ whatsapp: ConnectionSummary }))
export const connectionDeleted = defineEvent('whatsapp.delete', v.object({ whatsappId: Id }))
export const sessionUpdated = defineEvent('whatsappSession.update', v.object({ session: ConnectionSummary }))
