/** Ticket summaries: SQLite writes most of the JSON, so no text may break it. */
import { describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import * as v from 'valibot'
import { contacts } from '../../../src/contacts/tables'
import { TicketSummary } from '../../../src/tickets/contract'
import { tickets } from '../../../src/tickets/tables'
import { LOJA, SALES } from '../../support/company-world'
import { NOON, world } from '../../support/world'

const ODD = 'é "😀" \\ }}\n,{"id":1}\u0000\u2028'

async function shown() {
  const w = world()
  const admin = w.admin()
  w.whatsapp.person('5521996124087').says('oi')
  w.rows("INSERT INTO tags (id, name, color) VALUES (1, 'b', '#111'), (2, 'a', '#222') RETURNING id")
  w.rows('INSERT INTO ticket_tags VALUES (1, 1), (1, 2) RETURNING tag_id')
  w.rows("INSERT INTO ticket_notes VALUES (1, 1, 1, 1, 'nota', 0) RETURNING id")
  w.db.update(contacts).set({ name: ODD, number: null }).run()
  const place = { queueId: SALES, userId: admin.userId, isGroup: true, isBot: true, channel: 'instagram' } as const
  const last = { lastMessage: ODD, lastKind: 'image', lastFromMe: true, lastAck: 3, lastAuthor: ODD } as const
  const marks = { lastDeleted: true, unread: 7, markedUnread: true, sendingBlocked: 'announce' } as const
  const times = { createdAt: NOON, updatedAt: NOON + 1, waitingSince: NOON + 2, closedAt: NOON + 3 }
  const full = { ...place, ...last, ...marks, ...times }
  w.db.update(tickets).set(full).where(eq(tickets.id, 1)).run()
  const jose = w.contact({ name: 'José', number: '5521996124088' })
  w.db.update(contacts).set({ pictureUrl: '/api/pictures/2' }).where(eq(contacts.id, jose.id)).run()
  const bare = w.ticket({ contactId: jose.id, updatedAt: NOON })
  const { data } = await admin.api.tickets.get({ query: { showAll: 'true' } })
  return { w, admin, bare, list: data?.tickets ?? [] }
}

describe('a ticket summary', () => {
  test('contains all fields, whatever characters their texts contain', async () => {
    const { w, admin, list } = await shown()
    expect(list[0]).toEqual({
      id: 1,
      uuid: w.ticketNow(1).uuid,
      code: '2026030200001',
      status: 'pending',
      isGroup: true,
      isBot: true,
      channel: 'instagram',
      queueId: SALES,
      queue: { id: SALES, name: 'Vendas', color: expect.any(String) },
      userId: admin.userId,
      user: { id: admin.userId, name: expect.any(String) },
      contactId: 1,
      contact: { id: 1, name: ODD, number: null, username: null, profilePicUrl: null },
      whatsappId: LOJA,
      whatsapp: { id: LOJA, name: 'Loja', farewellMessage: '' },
      tags: [
        { id: 2, name: 'a', color: '#222' },
        { id: 1, name: 'b', color: '#111' },
      ],
      hasNotes: true,
      referral: null,
      campaign: null,
      replyWindow: null,
      lastMessage: ODD,
      last: {
        id: w.ticketNow(1).lastMessageId ?? 0,
        body: ODD,
        fromMe: true,
        ack: 3,
        mediaType: 'image',
        author: ODD,
        origin: null,
        isDeleted: true,
      },
      heard: null,
      unreadMessages: 7,
      isMarkUnread: true,
      sendingBlocked: 'announce',
      waitingSince: null, // with the bot
      createdAt: '2026-03-02T12:00:00.000Z',
      updatedAt: '2026-03-02T12:00:00.001Z',
      lastMessageAt: '2026-03-02T12:00:00.000Z',
      closedAt: '2026-03-02T12:00:00.003Z',
    })
  })

  test('contains null for missing values', async () => {
    const { bare, list } = await shown()
    expect(list[1]).toMatchObject({
      id: bare.id,
      isGroup: false,
      isBot: false,
      channel: 'whatsapp',
      queueId: null,
      queue: null,
      userId: null,
      user: null,
      contact: { name: 'José', number: '5521996124088', username: null, profilePicUrl: '/api/pictures/2' },
      tags: [],
      lastMessage: '',
      last: null,
      unreadMessages: 0,
      isMarkUnread: false,
      sendingBlocked: null,
      waitingSince: null,
      closedAt: null,
    })
  })

  test('is the same alone as in a list, and has no field outside its schema', async () => {
    const { admin, list } = await shown()
    expect(list).toHaveLength(2)
    for (const row of list) {
      expect(v.parse(TicketSummary, row)).toEqual(row) // which drops unknown fields
      expect((await admin.api.tickets({ id: row.id }).get()).data).toEqual(row)
      expect((await admin.api.tickets.u({ uuid: row.uuid }).get()).data).toEqual(row)
    }
  })
})
