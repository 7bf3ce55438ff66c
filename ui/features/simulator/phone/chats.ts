/** Possible chat partners of a simulated phone. Pure. */
import type { ChatView, PhoneView } from '../../../../src/simulator/contract'
import type { Directory } from '../directory'

/** Its own chats, and the companies with which it could start one. */
export function chatsOf({ role, chats }: PhoneView, directory: Directory): ChatView[] {
  if (role === 'company') return chats
  const known = new Set(chats.map((chat) => chat.phone ?? chat.id))
  const companies = directory.filter((one) => one.role === 'company' && !known.has(one.phone))
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
  return [...chats, ...fresh]
}
