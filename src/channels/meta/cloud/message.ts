/** A message of the Cloud API in our terms. Pure. */
import type { Address, Incoming } from '../../channel'
import { contentOf } from './content'
import { type Fields, fieldsOf, instantOf, textOf, textOrNull } from './fields'
import { addressesIn, idsIn, nameIn } from './people'

type By = { readonly fromMe: boolean; readonly receivedAt: number }

/** Where a message belongs: a group, or a person by every address. Empty if Meta names nobody. */
export function chatOf(message: Fields, contact: Fields, fromMe: boolean): readonly Address[] {
  const group = textOf(message.group_id)
  return group === '' ? addressesIn(contact, idsIn(message, fromMe)) : [{ kind: 'group', value: group }]
}

export function incomingOf(message: Fields, contact: Fields, { fromMe, receivedAt }: By): Incoming {
  const { kind, body, media, extra } = contentOf(message)
  const isGroup = textOf(message.group_id) !== ''
  const name = fromMe ? null : nameIn(contact)
  return {
    externalId: textOf(message.id),
    fromMe,
    chat: chatOf(message, contact, fromMe),
    isGroup,
    author: isGroup ? { addresses: addressesIn(contact, idsIn(message, fromMe)), name } : null,
    pushName: isGroup ? null : name,
    kind,
    body,
    media,
    extra: Object.keys(extra).length > 0 ? extra : null,
    ...quoteIn(fieldsOf(message.context)),
    sentAt: instantOf(message.timestamp, receivedAt),
  }
}

/** A question about a product of the catalogue quotes it. */
function quoteIn({ id, referred_product: product }: Fields) {
  const asked = textOf(fieldsOf(product).product_retailer_id)
  if (asked === '') return { quotedExternalId: textOrNull(id), quotedBody: null }
  return { quotedExternalId: textOf(id) || `product/${asked}`, quotedBody: asked, quotedKind: 'product' as const }
}
