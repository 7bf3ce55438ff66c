/** A message of the Cloud API in our terms. Pure. */
import type { Incoming } from '../../channel'
import { contentOf } from './content'
import { type Fields, fieldsOf, instantOf, textOf, textOrNull } from './fields'
import { addressesIn, nameIn } from './people'

type By = { readonly fromMe: boolean; readonly receivedAt: number }

export function incomingOf(message: Fields, contact: Fields, { fromMe, receivedAt }: By): Incoming {
  const { kind, body, media, extra } = contentOf(message)
  const ids = fromMe
    ? { phone: message.to, bsuid: message.to_user_id }
    : { phone: message.from, bsuid: message.from_user_id }
  return {
    externalId: textOf(message.id),
    fromMe,
    chat: addressesIn(contact, ids),
    isGroup: false,
    author: null,
    pushName: fromMe ? null : nameIn(contact),
    kind,
    body,
    media,
    extra: Object.keys(extra).length > 0 ? extra : null,
    quotedExternalId: textOrNull(fieldsOf(message.context).id),
    quotedBody: null,
    sentAt: instantOf(message.timestamp, receivedAt),
  }
}
