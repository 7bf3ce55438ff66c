/**
 * Messages from while an account was not linked come with its backfill, and are treated as if they had waited on the
 * server.
 */
import { describe, expect, test } from 'bun:test'
import type { BackfillMessage, MissedMessages } from '../../../src/channels/backfill'
import type { Incoming, MessageAction } from '../../../src/channels/channel'
import { setQueuesOfConnection } from '../../../src/channels/connections/queries'
import { writeSetting } from '../../../src/settings/settings'
import { messageCreated, messageUpdated } from '../../../src/tickets/messages/contract'
import { LOJA, SALES, SUPPORT } from '../../support/company-world'
import { messageId } from '../../support/message-id'
import { NOON, type World, world } from '../../support/world'

const MARIA = '5521996124087'
const HOUR = 3_600_000
const SINCE = NOON - 6 * HOUR
const addresses = [{ kind: 'phone', value: MARIA }] as const

const said = (
  externalId: string,
  options: Partial<Incoming> = {},
  more: Partial<BackfillMessage> = {},
): BackfillMessage => ({
  message: {
    externalId,
    fromMe: false,
    chat: addresses,
    isGroup: false,
    author: null,
    pushName: null,
    kind: 'chat',
    body: externalId,
    media: null,
    quotedExternalId: null,
    quotedBody: null,
    sentAt: SINCE + HOUR,
    ...options,
  },
  ack: options.fromMe ? 4 : 0,
  isDeleted: false,
  edit: null,
  reactions: [],
  ...more,
})

const reaction = (target: string, emoji: string): MessageAction => ({
  externalId: `R-${target}`,
  fromMe: false,
  chat: addresses,
  isGroup: false,
  author: null,
  target,
  at: NOON,
  do: 'react',
  emoji,
})

function installation() {
  const w = world()
  const ref = { tenantUuid: w.cx.tenant.uuid, connectionId: LOJA }
  const take = (
    entries: MissedMessages['chats'][number]['entries'],
    more: Partial<MissedMessages['chats'][number]> = {},
  ) =>
    w.telephones.backfill.missed(ref, {
      since: SINCE,
      chats: [{ addresses, isGroup: false, name: 'Maria', entries, ...more }],
    })
  return { w, ana: w.admin(), take }
}

const bodies = (w: World) =>
  w.rows<{ body: string }>('SELECT body FROM messages ORDER BY created_at, id').map(({ body }) => body)
const ticketsOf = (w: World) =>
  w.rows('SELECT status, unread, last_message AS last, waiting_since AS since, imported FROM tickets ORDER BY id')

describe('the backfill of an absence', () => {
  test('opens a ticket for missed messages, counts and announces them, and changes nothing the second time', () => {
    const { w, ana, take } = installation()
    const all = [
      said('A'),
      said('B'),
      said('C', { fromMe: true, sentAt: SINCE + 2 * HOUR }),
      said('D', { sentAt: NOON }),
    ]
    take(all)
    take(all)
    expect(bodies(w)).toEqual(['A', 'B', 'C', 'D'])
    expect(ticketsOf(w)).toEqual([{ status: 'pending', unread: 3, last: 'D', since: NOON, imported: 0 }])
    expect(ana.heard(messageCreated).map(({ message }) => message.body)).toEqual(['A', 'B', 'C', 'D'])
    expect(w.rows('SELECT name FROM contacts')).toEqual([{ name: 'Maria' }])
    expect(w.rows('SELECT ack FROM messages WHERE from_me = 1')).toEqual([{ ack: 4 }])
  })

  test('keeps live messages since the linking last, with the missed ones before them at their own times', () => {
    const { w, ana, take } = installation()
    w.whatsapp.person(MARIA).says('agora')
    take([said('A'), said('B', { sentAt: SINCE + 2 * HOUR })])
    expect(bodies(w)).toEqual(['A', 'B', 'agora'])
    expect(ticketsOf(w)).toMatchObject([{ unread: 3, last: 'agora', since: SINCE + HOUR }])
    expect(ana.heard(messageCreated).at(-1)).toMatchObject({ message: { body: 'B' }, ticket: { lastMessage: 'agora' } })

    take([said('C', { fromMe: true, sentAt: SINCE + 3 * HOUR })])
    expect(bodies(w)).toEqual(['A', 'B', 'C', 'agora'])
    expect(ticketsOf(w)).toMatchObject([{ unread: 3, last: 'agora', since: NOON }])
  })

  test('keeps a missed message behind what the phone shows before it, even if that arrived late and is behind ours', () => {
    const { w, take } = installation()
    const maria = w.whatsapp.person(MARIA)
    maria.says('oi')
    maria.says('A', { externalId: 'A', sentAt: SINCE + HOUR })
    expect(bodies(w)).toEqual(['oi', 'A'])
    take([said('A'), said('B', { sentAt: SINCE + 2 * HOUR })])
    take([said('C', { sentAt: SINCE + 3 * HOUR })], { before: said('B').message })
    expect(bodies(w)).toEqual(['oi', 'A', 'B', 'C'])
  })

  test('takes only the actions on older messages', () => {
    const { w, ana, take } = installation()
    const maria = w.whatsapp.person(MARIA)
    for (const externalId of ['A', 'B']) maria.says(externalId, { externalId, sentAt: SINCE - HOUR })
    const before = { sentAt: SINCE - HOUR }
    take([
      said('A', { ...before, body: '' }, { isDeleted: true }),
      said('B', before, { reactions: [reaction('B', '👍')] }),
      said('never here', before),
    ])
    expect(w.rows('SELECT body, is_deleted, has_reactions FROM messages ORDER BY id')).toEqual([
      { body: 'A', is_deleted: 1, has_reactions: 0 },
      { body: 'B', is_deleted: 0, has_reactions: 1 },
    ])
    expect(ana.heard(messageUpdated)).toHaveLength(2)
    expect(ana.heard(messageCreated)).toHaveLength(2)
  })

  test('shows actions on a missed message, and changes nothing when they are repeated', () => {
    const { w, ana, take } = installation()
    const edit = { ...reaction('A', ''), externalId: 'E', do: 'edit', body: 'melhor' } as const
    const all = [
      said('A', { body: 'melhor' }, { edit }),
      said('B', { body: '' }, { isDeleted: true }),
      said('C', {}, { reactions: [reaction('C', '👍')] }),
    ]
    take(all)
    const heardBefore = ana.heard(messageUpdated).length
    take(all)
    expect(w.rows('SELECT body, is_edited, is_deleted, has_reactions FROM messages ORDER BY id')).toEqual([
      { body: 'melhor', is_edited: 1, is_deleted: 0, has_reactions: 0 },
      { body: '', is_edited: 0, is_deleted: 1, has_reactions: 0 },
      { body: 'C', is_edited: 0, is_deleted: 0, has_reactions: 1 },
    ])
    expect(w.rows('SELECT 1 FROM message_edits')).toEqual([])
    expect(ana.heard(messageUpdated)).toHaveLength(heardBefore)
  })

  test('recognises our own reaction, and keeps the attendant who gave it', async () => {
    const { w, ana, take } = installation()
    const before = { sentAt: SINCE - HOUR }
    w.whatsapp.person(MARIA).says('A', { externalId: 'A', ...before })
    await ana.api.tickets({ id: 1 }).put({ status: 'open' })
    await ana.api.messages.reactMessage.post({ messageId: messageId(1), ticketId: 1, reaction: '👍' })
    const later = w.clock.now() + 1_000
    take([said('A', before, { reactions: [{ ...reaction('A', '👍'), fromMe: true, at: later }] })])
    expect(w.rows('SELECT author, user_id AS userId, at FROM reactions')).toEqual([
      { author: 'us', userId: ana.userId, at: later },
    ])
  })

  test('sends no greeting days later', () => {
    const { w, take } = installation()
    setQueuesOfConnection(w.db, LOJA, [SALES, SUPPORT])
    w.rows("UPDATE connections SET greeting_message = 'Olá!' RETURNING id")
    take([said('A')])
    expect(bodies(w)).toEqual(['A'])
  })

  test('accepts group messages only if groups are enabled', () => {
    const { w, take } = installation()
    const group = [{ kind: 'group', value: '5521996124087-1600000000' }] as const
    const author = { addresses, name: 'Maria' }
    const all = [said('A', { chat: group, isGroup: true, author })]
    const more = { addresses: group, isGroup: true }
    writeSetting(w.cx.db, 'CheckMsgIsGroup', 'enabled')
    take(all, more)
    expect(bodies(w)).toEqual([])
    writeSetting(w.cx.db, 'CheckMsgIsGroup', 'disabled')
    take(all, more)
    expect(w.rows('SELECT is_group, status FROM tickets')).toEqual([{ is_group: 1, status: 'pending' }])
  })

  test('stores the neighbours of a message that the database rejects, in order', () => {
    const { w, take } = installation()
    w.expectErrors()
    w.db.$client.exec(`CREATE TRIGGER refused BEFORE INSERT ON messages WHEN NEW.body = 'B'
    BEGIN SELECT RAISE(ABORT, 'refused'); END`)
    w.whatsapp.person(MARIA).says('oi')
    w.whatsapp.person(MARIA).says('A', { externalId: 'A', sentAt: SINCE + HOUR })
    take([said('A'), said('C', { sentAt: SINCE + 2 * HOUR }), said('B')])
    expect(bodies(w)).toEqual(['oi', 'A', 'C'])
    take([said('B'), said('D', { sentAt: SINCE + 3 * HOUR })], { before: said('C').message })
    expect(bodies(w)).toEqual(['oi', 'A', 'C', 'D'])
  })
})
