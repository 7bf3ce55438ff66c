/** Which messages can be forwarded, and how many at once. */
import { FORWARD_LIMIT, FORWARDED_AT_ONCE, type Message } from '../../../../src/tickets/messages/contract'

type Subject = Pick<Message, 'id' | 'mediaType' | 'isDeleted' | 'media' | 'extra'>

const plain = new Set<Message['mediaType']>(['chat', 'location', 'vcard'])
const files = new Set<Message['mediaType']>(['image', 'video', 'audio', 'ptt', 'document', 'sticker'])

/** Only messages whose file is here, and which may be seen more than once. */
export const canForward = ({ id, mediaType, isDeleted, media, extra }: Subject): boolean =>
  id > 0 &&
  !isDeleted &&
  !extra?.viewOnce &&
  (plain.has(mediaType) || (files.has(mediaType) && media?.state === 'ready'))

/** Null if the limit is reached. */
export function withContact<C extends { readonly id: number }>(chosen: readonly C[], contact: C): readonly C[] | null {
  if (chosen.some(({ id }) => id === contact.id)) return chosen.filter(({ id }) => id !== contact.id)
  return chosen.length >= FORWARD_LIMIT ? null : [...chosen, contact]
}

/** Null if the limit is reached. */
export function toggled(chosen: readonly number[], id: number): readonly number[] | null {
  if (chosen.includes(id)) return chosen.filter((one) => one !== id)
  return chosen.length >= FORWARDED_AT_ONCE ? null : [...chosen, id]
}
