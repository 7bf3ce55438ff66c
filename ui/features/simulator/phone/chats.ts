/** Whom a pretend phone can write to. Pure. */
import type { ChatView, PhoneView } from '../../../../src/simulator/contract'

/** Its own chats, and the companies it could begin one with. */
export function chatsOf(phone: PhoneView, phones: readonly PhoneView[]): ChatView[] {
  const known = new Set(phone.chats.map((chat) => chat.phone ?? chat.id))
  const companies = phones.filter((one) => one.role === 'company' && !known.has(one.phone))
  const fresh = companies.map(
    (one): ChatView => ({
      id: one.phone,
      kind: 'person',
      title: one.name,
      phone: one.phone,
      typing: false,
      unread: 0,
      messages: [],
    }),
  )
  return [...phone.chats, ...fresh]
}
