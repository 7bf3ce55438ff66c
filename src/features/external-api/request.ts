/** Normalises a request to our terms. Pure. */
import { fail } from '../../errors'
import { check, parseJson } from '../../platform/input'
import type { WantedTemplate } from '../../tickets/messages/contract'
import { SendApiMessage, type SendLinkImage } from './contract'
import { contactWithId } from './written-recipient'

/** Stored keys hash this as JSON: renaming or moving a field would make every repetition another request. */
export type SendRequest = {
  /** As written-recipient.ts reads it. */
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
  readonly template?: WantedTemplate
}

export function requestOf(fields: SendApiMessage): SendRequest {
  const { number, mediaUrl, medias = [], quotedMsg, msdelay, sendSignature } = fields
  const body = fields.body ?? ''
  const saved = readSaveOnTicket(fields.saveOnTicket)
  const { contactId, template } = fields
  const invalid = (field: string, message: string) => fail('ERR_INVALID_INPUT', [{ field, message }])
  if (template && body !== '') invalid('template', 'form.invalid')
  return {
    number: contactId === undefined ? (number ?? invalid('number', 'form.required')) : contactWithId(contactId),
    body,
    queueId: fields.queueId ?? saved.queueId,
    userId: fields.userId ?? null,
    connectionId: fields.whatsappId ?? null,
    opensTicket: fields.openTicket ?? saved.opens,
    urls: [...(mediaUrl ? [mediaUrl] : []), ...medias],
    ...(quotedMsg != null && { quotes: typeof quotedMsg === 'object' ? quotedMsg.id : quotedMsg }),
    ...(msdelay && { delay: msdelay }),
    ...(sendSignature && { isSigned: true }),
    ...(template && { template }),
  }
}

/** The fields of a multipart body: its lines end in CRLF, the list of addresses is a single one, the template is JSON. */
export function requestOfForm({ medias, template, ...fields }: Readonly<Record<string, string>>): SendRequest {
  const filled = Object.entries(fields).flatMap(([name, value]) =>
    value === '' ? [] : [[name, value.replaceAll('\r\n', '\n')]],
  )
  return requestOf(
    check(SendApiMessage, {
      ...Object.fromEntries(filled),
      ...(medias && { medias: [medias] }),
      ...(template && { template: parseJson(template, 'template') }),
    }),
  )
}

export const requestOfLinkImage = ({ number, url, caption = '', msdelay }: SendLinkImage): SendRequest =>
  requestOf({ number, body: caption, mediaUrl: url, msdelay })

/** True, or the queue in which to open the ticket. */
function readSaveOnTicket(value: SendApiMessage['saveOnTicket']): { opens: boolean; queueId: number | null } {
  if (value === true || value === 'true') return { opens: true, queueId: null }
  const queueId = Number(value)
  return typeof value !== 'boolean' && Number.isInteger(queueId) && queueId > 0
    ? { opens: true, queueId }
    : { opens: false, queueId: null }
}
