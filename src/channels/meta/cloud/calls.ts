/** Calls by people to an official number, which nobody here can answer. Pure. */
import type { Report, StoredPart } from '../product'
import { fieldsOf, instantOf, numberOf, textOf } from './fields'
import { chatOf } from './message'
import { nameIn } from './people'
import type { MessageBody } from './split'

/** Told once, at its end. */
export function callIn(
  { message: call, contact }: MessageBody,
  { receivedAt }: Pick<StoredPart, 'receivedAt'>,
): Report[] {
  const chat = chatOf(call, contact, false)
  if (chat.length === 0 || call.event !== 'terminate' || call.direction !== 'USER_INITIATED') return []
  const isVideo = textOf(fieldsOf(call.session).media).includes('video')
  const outcome = (numberOf(call.duration) ?? 0) > 0 ? 'answered' : 'missed'
  return [
    {
      to: 'incoming',
      what: {
        externalId: textOf(call.id),
        fromMe: false,
        chat,
        isGroup: false,
        author: null,
        pushName: nameIn(contact),
        kind: 'call',
        body: '',
        media: null,
        extra: { call: { isVideo, outcome } },
        quotedExternalId: null,
        quotedBody: null,
        sentAt: instantOf(call.timestamp, receivedAt),
      },
    },
  ]
}
