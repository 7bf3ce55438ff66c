/** Nobody writes where they may not read: every role, every kind of ticket, and every route to a contact's ticket. */
import { describe, expect, test } from 'bun:test'
import { writeSetting } from '../../src/settings/settings'
import { findTypingChat } from '../../src/tickets/messages/typing'
import type { Attendant } from '../support/company-world'
import { LOJA, SALES, SUPPORT } from '../support/company-world'
import { type World, world } from '../support/world'

/** With users limited to connections; a user without any has none. */
function limited(w: World): World {
  writeSetting(w.db, 'restrictedChannels', 'enabled')
  return w
}

const roles: Readonly<Record<string, (w: World) => Attendant>> = {
  'a user of the sales': (w) => w.attendant([SALES]),
  'a user without a queue': (w) => w.attendant(),
  'a user of the sales on one connection': (w) => limited(w).attendant([SALES], { connections: [LOJA] }),
  'a user of all chats': (w) => w.attendant([SALES], { allUserChat: true }),
  'a supervisor': (w) => w.attendant([], { profile: 'supervisor' }),
  'a supervisor on one connection': (w) => limited(w).attendant([], { profile: 'supervisor', connections: [LOJA] }),
  'an admin': (w) => w.admin(),
}

/** A ticket in each queue, connection and state, each of a contact of its own. */
function furnish(w: World, me: Attendant) {
  const colleague = w.attendant([SALES, SUPPORT])
  const other = w.connection()
  return [null, SALES, SUPPORT].flatMap((queueId) =>
    [LOJA, other.id].flatMap((connectionId) =>
      [
        { status: 'pending', userId: null } as const,
        { status: 'open', userId: null } as const,
        { status: 'open', userId: me.userId } as const,
        { status: 'open', userId: colleague.userId } as const,
      ].map((state) => w.ticket({ ...state, queueId, connectionId, contactId: w.contact().id })),
    ),
  )
}

describe.each(Object.entries(roles))('%s', (_, enter) => {
  test('cannot write into a ticket that is not visible', async () => {
    const w = world()
    const me = enter(w)
    const tickets = furnish(w, me)
    const from = w.ticket({ userId: me.userId, status: 'open' })
    const said = await me.json(`/api/messages/${from.id}`, 'POST', { body: 'recado' })
    const { id: messageId } = (await said.json()) as { id: number }
    const countIn = (id: number) => w.rows('SELECT 1 FROM messages WHERE ticket_id = ?', id).length
    const shown = new Set<number>()
    for (const { id, contactId } of tickets) {
      const isShown = (await me.request(`/api/tickets/${id}`)).status === 200
      const offered = (await me.api.contacts.existsOpenTicket({ id: contactId }).get()).data?.mayWrite
      const ways = {
        forward: await me.json('/api/messages/forward', 'POST', {
          ticketId: from.id,
          messageIds: [messageId],
          contacts: [contactId],
        }),
        answer: await me.json(`/api/messages/${id}`, 'POST', { body: 'olá' }),
        card: await me.json(`/api/messages/${id}`, 'POST', { contacts: [contactId] }),
        note: await me.json(`/api/messages/${id}`, 'POST', { body: 'nota', isNote: true }),
        comment: await me.json(`/api/messages/registerComment/${id}`, 'POST', { body: 'nota' }),
      }
      const taken = Object.entries(ways).flatMap(([way, { status }]) => (status === 200 ? way : []))
      expect([id, offered]).toEqual([id, taken.includes('forward')])
      expect(countIn(id)).toBe(taken.length)
      if (!isShown) expect([id, taken, findTypingChat(w.cx, me.actor(), id)]).toEqual([id, [], undefined])
      if (isShown) shown.add(id)
      // A second ticket beside it would be a way around this.
      expect((await me.json('/api/tickets', 'POST', { contactId, whatsappId: LOJA })).status).toBe(409)
    }
    expect([tickets.length, shown.size > 0]).toEqual([24, true])
  })
})
