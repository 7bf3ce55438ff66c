/** Normalises a request to our terms. Pure. */
import { fail } from '../../errors'
import { check } from '../../platform/input'
import { SendApiMessage, type SendLinkImage } from './contract'

export type WantedSend = {
  readonly number: string
  readonly body: string
  readonly queueId: number | null
  readonly userId: number | null
  readonly connectionId: number | null
  readonly opensTicket: boolean
  readonly urls: readonly string[]
  // Absent unless requested, so that keys used before these existed still stand for the same request.
  /** The id of a message, or of a send. */
  readonly quotes?: number | string
  /** Milliseconds before it leaves. */
  readonly delay?: number
  readonly isSigned?: true
}

export function readSend(fields: SendApiMessage): WantedSend {
  const { number, body = '', mediaUrl, medias = [], quotedMsg, msdelay, sendSignature } = fields
  const saved = readSaveOnTicket(fields.saveOnTicket)
  return {
    number,
    body,
    queueId: fields.queueId ?? saved.queueId,
    userId: fields.userId ?? null,
    connectionId: fields.whatsappId ?? null,
    opensTicket: fields.openTicket ?? saved.opens,
    urls: [...(mediaUrl === undefined ? [] : [mediaUrl]), ...medias],
    ...(quotedMsg != null && { quotes: typeof quotedMsg === 'object' ? quotedMsg.id : quotedMsg }),
    ...(msdelay && { delay: msdelay }),
    ...(sendSignature && { isSigned: true }),
  }
}

/** The fields of a multipart body: its lines end in CRLF, and the list of addresses is a single one. */
export function readFields({ medias, ...fields }: Readonly<Record<string, string>>): WantedSend {
  const filled = Object.entries(fields).flatMap(([name, value]) =>
    value === '' ? [] : [[name, value.replaceAll('\r\n', '\n')]],
  )
  return readSend(check(SendApiMessage, { ...Object.fromEntries(filled), ...(medias && { medias: [medias] }) }))
}

export const readLinkImage = ({ number, url, caption = '', msdelay }: SendLinkImage): WantedSend =>
  readSend({ number, body: caption, mediaUrl: url, msdelay })

/** True, or the queue in which to open the ticket. */
function readSaveOnTicket(value: SendApiMessage['saveOnTicket']): { opens: boolean; queueId: number | null } {
  if (value === true || value === 'true') return { opens: true, queueId: null }
  const queueId = Number(value)
  return typeof value !== 'boolean' && Number.isInteger(queueId) && queueId > 0
    ? { opens: true, queueId }
    : { opens: false, queueId: null }
}

/** A group's id: with the messenger's suffix, or too long for a phone number. */
export function groupIn(number: string): string | undefined {
  const [, id] = /^\s*([\d-]{8,40})@g\.us\s*$/.exec(number) ?? []
  return id ?? (/^\d{17,20}$/.test(number.trim()) ? number.trim() : undefined)
}

/** Programs write foreign numbers as the messenger does: bare digits with country code. */
export const FROM_PROGRAMS = { mayLackPlus: true } as const

/** The `Idempotency-Key` header; null without one. */
export function readKey(header: string | null, most: number): string | null {
  const key = header?.trim() ?? ''
  if (key === '') return null
  return key.length <= most && /^[\x21-\x7e ]+$/.test(key)
    ? key
    : fail('ERR_INVALID_INPUT', [{ field: 'Idempotency-Key', message: 'form.invalid' }])
}
