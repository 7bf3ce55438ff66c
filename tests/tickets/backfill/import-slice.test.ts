/** What an import stores: quotes, reactions, edits, deletions, and repetitions. */
import { describe, expect, test } from 'bun:test'
import type { BackfillChat, BackfillMessage, BackfillSlice } from '../../../src/channels/backfill'
import type { Incoming, MessageAction } from '../../../src/channels/channel'
import { changeConnection } from '../../../src/channels/connections/actions'
import { beginImport, progressOf, stopImport } from '../../../src/channels/connections/backfill'
import { findContactOrFail } from '../../../src/contacts/queries'
import { ticketUpdated } from '../../../src/tickets/contract'
import { type MessagePage, messageCreated, messageUpdated } from '../../../src/tickets/messages/contract'
import { lacks } from '../../../ui/features/messages/rules/messages'
import { LOJA, SALES } from '../../support/company-world'
import { NOON, type World, world } from '../../support/world'

const MARIA = '5521996124087'
const JOAO = '5521987654321'
const DAY = 86_400_000
const THEN = NOON - 10 * DAY
const chat: BackfillChat['addresses'] = [{ kind: 'phone', value: MARIA }]

const incoming = (externalId: string, options: Partial<Incoming> = {}): Incoming => ({
  externalId,
  fromMe: false,
  chat,
  isGroup: false,
  author: null,
  pushName: null,
  kind: 'chat',
  body: externalId,
  media: null,
  quotedExternalId: null,
  quotedBody: null,
  sentAt: THEN,
  ...options,
})

const past = (
  externalId: string,
  options: Partial<Incoming> = {},
  more: Partial<BackfillMessage> = {},
): BackfillMessage => ({
  message: incoming(externalId, options),
  ack: options.fromMe ? 4 : 0,
  isDeleted: false,
  edit: null,
  reactions: [],
  ...more,
})

const deed = <D extends object>(target: string, done: D) => ({
  externalId: `action-${target}`,
  fromMe: false,
  chat,
  isGroup: false,
  author: null,
  target,
  at: THEN + 1000,
  ...done,
})

function slice(entries: BackfillChat['entries'], options: Partial<BackfillChat & BackfillSlice> = {}): BackfillSlice {
  const { addresses = chat, isGroup = false, name = 'Maria', end = { unread: 0 } } = options
  const { part = 'PART', position = entries.length + 1, percent = 50, skipped = 0 } = options
  return { part, position, percent, skipped, chats: [{ addresses, isGroup, name, entries, end }], missed: [] }
}

function installation() {
  const w = world()
  changeConnection(w.cx, LOJA, { importOldMessagesEnable: true, queueIdImportMessages: SALES })
  beginImport(w.cx, LOJA)
  const ref = { tenantUuid: w.cx.tenant.uuid, connectionId: LOJA }
  const listener = w.telephones.backfill
  return { w, ref, listener, take: (one: BackfillSlice) => listener.take(ref, one) }
}

const bodies = (w: World) =>
  w.rows<{ body: string }>('SELECT body FROM messages ORDER BY created_at, id').map(({ body }) => body)

describe('an import', () => {
  test('stores a slice with its position, and changes nothing when it is repeated', () => {
    const { w, ref, listener, take } = installation()
    const one = slice([past('A'), past('B', { fromMe: true, sentAt: THEN + 1000 })], { skipped: 3 })
    expect(take(one)).toBe(true)
    expect(listener.position(ref, 'PART')).toBe(3)
    expect(listener.position(ref, 'OTHER')).toBe(0)
    take(one)
    expect(bodies(w)).toEqual(['A', 'B'])
    expect(w.rows('SELECT status, queue_id, imported, last_message, created_at, closed_at FROM tickets')).toEqual([
      { status: 'closed', queue_id: SALES, imported: 1, last_message: 'B', created_at: THEN, closed_at: THEN + 1000 },
    ])
    expect(progressOf(w.cx.db, LOJA)).toMatchObject({ state: 'running', contacts: 1, tickets: 1, messages: 2 })
  })

  test('links quotes, reactions and edits to their messages, and drops the text of deleted ones', async () => {
    const { w, take } = installation()
    const admin = w.admin()
    const edit = deed('C', { do: 'edit' as const, body: 'corrigida' }) satisfies MessageAction
    take(
      slice([
        past('A', {}, { reactions: [deed('A', { do: 'react' as const, emoji: '👍' })] }),
        past('B', { sentAt: THEN + 1000, quotedExternalId: 'A', quotedBody: 'A' }),
        past('C', { sentAt: THEN + 2000, body: 'corrigida' }, { edit }),
        past('D', { sentAt: THEN + 3000, body: '' }, { isDeleted: true }),
        deed('B', { do: 'react' as const, emoji: '❤️' }),
      ]),
    )
    expect(admin.heard(messageUpdated)).toEqual([])
    const [{ id }] = w.rows<{ id: number }>('SELECT id FROM tickets') as [{ id: number }]
    const { data } = await admin.api.messages({ id }).get({ query: {} })
    expect(data?.messages).toMatchObject([
      { body: 'A', reactions: [{ emoji: '👍' }] },
      { body: 'B', quotedMsg: { body: 'A' }, reactions: [{ emoji: '❤️' }] },
      { body: 'corrigida', isEdited: true },
      { body: '', isDeleted: true },
    ])
    expect(w.rows('SELECT last_deleted FROM tickets')).toEqual([{ last_deleted: 1 }])
  })

  test('shows mentioned people by name in the list row', () => {
    const { w, take } = installation()
    const mentions = [{ token: '901', addresses: [{ kind: 'lid', value: '901' }] as const, isUs: false }]
    take(slice([past('A', { body: 'veja, @901', mentions })]))
    expect(w.rows('SELECT last_message AS said FROM tickets')).toEqual([{ said: 'veja, @•••• 901' }])
  })

  test('treats an edit whose original is known as an edit of it', () => {
    const { w, take } = installation()
    const edit = deed('A', { do: 'edit' as const, body: 'melhor' }) satisfies MessageAction
    take(slice([past('A', { body: 'pior' })], { end: null }))
    take(slice([past('A', { body: 'melhor' }, { edit })]))
    expect(w.rows('SELECT body, is_edited FROM messages')).toEqual([{ body: 'melhor', is_edited: 1 }])
    expect(w.rows('SELECT body FROM message_edits ORDER BY id')).toEqual([{ body: 'pior' }, { body: 'melhor' }])
  })

  test('fills an undecipherable message with the phone’s current text', () => {
    const { w, take } = installation()
    const ana = w.admin()
    const maria = w.whatsapp.person(MARIA)
    for (const externalId of ['A', 'B', 'C', 'D'])
      maria.says('', { externalId, kind: 'unsupported', placeholder: true })
    maria.edits({ externalId: 'D' }, 'depois') // later than what the phone hands over
    const edit = deed('A', { do: 'edit' as const, body: 'melhor' }) satisfies MessageAction
    const deleted = past('B', { body: '' }, { isDeleted: true })
    take(slice([past('D'), past('C'), deleted, past('A', { body: 'melhor' }, { edit })]))
    const columns = 'body, failure, is_edited, is_deleted, imported'
    const plain = { failure: null, is_edited: 0, is_deleted: 0, imported: 0 }
    expect(w.rows(`SELECT ${columns} FROM messages ORDER BY id`)).toEqual([
      { ...plain, body: 'melhor', is_edited: 1 },
      { ...plain, body: '', is_deleted: 1 },
      { ...plain, body: 'C' },
      { ...plain, body: 'depois', is_edited: 1 },
    ])
    expect(ana.heard(messageUpdated).at(-1)).toMatchObject({ message: { body: 'melhor', isEdited: true } })
  })

  test('refreshes an open conversation for each imported part before it, and for nothing else', async () => {
    const { w, take } = installation()
    const ana = w.admin()
    const shown = async () => {
      const answer = await ana.request('/api/messages/1')
      const { messages, hasMore } = (await answer.json()) as MessagePage // what the route declares
      ana.forget()
      return { queryKey: ['messages', 1], state: { data: { items: messages.toReversed(), hasMore } } }
    }
    const isBehind = (list: Awaited<ReturnType<typeof shown>>) =>
      ana.heard(ticketUpdated).some(({ ticket }) => lacks(ticket)(list))
    const maria = w.whatsapp.person(MARIA)
    maria.says('agora')
    for (const [externalId, sentAt] of [
      ['B', THEN + DAY],
      ['A', THEN],
    ] as const) {
      const list = await shown()
      take(slice([past(externalId, { sentAt })], { part: externalId }))
      expect(isBehind(list)).toBe(true)
      expect(isBehind(await shown())).toBe(false)
    }
    await ana.json('/api/tickets/1', 'PUT', { status: 'closed' })
    const list = await shown()
    w.clock.forward(DAY)
    maria.says('de novo')
    expect(ana.heard(ticketUpdated).map(({ ticket }) => ticket.id)).toContain(3)
    expect(isBehind(list)).toBe(false)
  })

  test('leaves live messages where they are, with the imported ones before them', () => {
    const { w, take } = installation()
    w.whatsapp.person(MARIA).says('agora')
    take(slice([past('A'), past('B', { sentAt: Math.floor(NOON / 1000) * 1000 })]))
    expect(bodies(w)).toEqual(['A', 'B', 'agora'])
    expect(w.rows('SELECT status, last_message, unread FROM tickets ORDER BY id')).toEqual([
      { status: 'pending', last_message: 'agora', unread: 1 },
      { status: 'closed', last_message: 'B', unread: 0 },
    ])
  })

  test('keeps an imported message apart from one of somebody else with the same id', () => {
    const { w, ref, take } = installation()
    take(slice([past('A')]))
    const before = w.rows('SELECT contact_id, ticket_id, body, imported FROM messages')
    const joao = [{ kind: 'phone', value: '5521987654321' }] as const
    w.telephones.deliver(ref, incoming('A', { chat: joao, body: 'sou eu' }))
    w.telephones.deliver(ref, incoming('A', { fromMe: true, body: 'somos nós' }))
    expect(w.rows('SELECT contact_id, ticket_id, body, imported FROM messages ORDER BY id')).toEqual([
      ...before,
      { contact_id: 1, ticket_id: null, body: 'somos nós', imported: 0 },
      { contact_id: 2, ticket_id: 2, body: 'sou eu', imported: 0 },
    ])
    expect(w.rows("SELECT contact_id FROM tickets WHERE status <> 'closed'")).toEqual([{ contact_id: 2 }])
  })

  test('leaves live messages out of the imported ticket’s row, with later actions on them', async () => {
    const { w, ref, take } = installation()
    const admin = w.admin()
    take(slice([past('A'), past('B', { sentAt: THEN + 1000 })]))
    const row = async () =>
      ((await (await admin.request('/api/tickets/1')).json()) as { lastMessage: string }).lastMessage
    expect(await row()).toBe('B')
    w.telephones.deliver(ref, incoming('B', { sentAt: THEN + 1000 }))
    expect([
      await row(),
      admin.heard(ticketUpdated).findLast(({ ticket }) => ticket.id === 1)?.ticket.lastMessage,
    ]).toEqual(['A', 'A'])
    w.telephones.deliver(ref, incoming('A'))
    expect(await row()).toBe('')
  })

  test('treats an imported message that then arrives live as new: somebody is waiting', () => {
    const { w, ref, take } = installation()
    const ana = w.attendant([SALES])
    take(slice([past('A')]))
    const before = ana.heard(messageCreated).length
    for (const _twice of [1, 2]) w.telephones.deliver(ref, incoming('A'))
    expect(ana.heard(messageCreated).slice(before)).toMatchObject([
      { message: { body: 'A' }, ticket: { status: 'pending', unreadMessages: 1 } },
    ])
    expect(bodies(w)).toEqual(['A'])
  })

  test.each([
    ['the greeting of the app', 1000, 'pending'],
    ['an answer', 60_000, 'closed'],
  ])('behind an unread message, %s leaves the ticket as it should', (_, after, status) => {
    const { w, take } = installation()
    take(
      slice([past('A', { sentAt: THEN }), past('Obrigado pelo contato!', { sentAt: THEN + after, fromMe: true })], {
        end: { unread: 1 },
      }),
    )
    expect(w.rows('SELECT status FROM tickets')).toEqual([{ status }])
  })

  test('leaves what is unread on the phone pending, but not if it was handled here', async () => {
    const { w, take } = installation()
    const admin = w.admin()
    take(
      slice([past('A', { fromMe: true }), past('B', { sentAt: THEN + 1000 }), past('C', { sentAt: THEN + 2000 })], {
        end: { unread: 2 },
      }),
    )
    expect(w.rows('SELECT status, unread, waiting_since, closed_at FROM tickets')).toEqual([
      { status: 'pending', unread: 2, waiting_since: THEN + 1000, closed_at: null },
    ])
    const [{ id }] = w.rows<{ id: number }>('SELECT id FROM tickets') as [{ id: number }]
    await admin.api.tickets({ id }).put({ status: 'closed', sendFarewellMessage: false })
    beginImport(w.cx, LOJA)
    take(slice([past('C', { sentAt: THEN + 2000 })], { end: { unread: 2 } }))
    expect(w.rows('SELECT status FROM tickets')).toEqual([{ status: 'closed' }])
  })

  test('names contacts without a name from the address book, and keeps an attendant’s name', () => {
    const { w, ref, listener, take } = installation()
    take(slice([past('A')], { name: null }))
    const contact = () => findContactOrFail(w.cx.db, 1)
    expect(contact().name).toBe('+55 (21) 99612-4087')
    const people = [{ address: { kind: 'phone' as const, value: MARIA }, name: 'Maria' }]
    listener.names(ref, people)
    expect(contact().name).toBe('Maria')
    listener.names(ref, [{ address: { kind: 'phone', value: MARIA }, name: 'Outra' }])
    take(slice([past('B')], { name: 'Terceira' }))
    expect(contact().name).toBe('Maria')
  })

  test('opens no ticket for a blocked contact', () => {
    const { w, take } = installation()
    const { id } = w.contact({ number: MARIA })
    w.cx.db.$client.prepare('UPDATE contacts SET active = 0 WHERE id = ?').run(id)
    take(slice([past('A')]))
    expect(w.rows('SELECT 1 FROM tickets')).toEqual([])
    expect(bodies(w)).toEqual(['A'])
  })

  test('skips one message that cannot be stored, but not its neighbours', () => {
    const { w, take } = installation()
    w.expectErrors()
    const broken = past('B', {
      quotedExternalId: 'A',
      extra: {
        toJSON: () => {
          throw new Error('broken')
        },
      } as never,
    })
    expect(take(slice([past('A'), broken, past('C')], { skipped: 1 }))).toBe(true)
    expect(bodies(w)).toEqual(['A', 'C'])
    expect(progressOf(w.cx.db, LOJA)).toMatchObject({ messages: 2, skipped: 2 })
  })

  test('skips and counts messages and names that the database rejects, but stores their neighbours', () => {
    const { w, ref, listener, take } = installation()
    w.expectErrors()
    w.cx.db.$client.exec(`
    CREATE TRIGGER one BEFORE INSERT ON messages WHEN NEW.body = 'B' BEGIN SELECT RAISE(ABORT, 'not this one'); END;
    CREATE TRIGGER other BEFORE UPDATE ON contacts WHEN NEW.name = 'Recusada' BEGIN SELECT RAISE(ABORT, 'nor this'); END;`)
    const joao: BackfillChat['addresses'] = [{ kind: 'phone', value: JOAO }]
    expect(take(slice([past('A'), past('B'), past('C')], { name: null, skipped: 1 }))).toBe(true)
    take(slice([past('D', { chat: joao })], { addresses: joao, name: null, position: 9 }))
    expect(bodies(w)).toEqual(['A', 'C', 'D'])
    expect(progressOf(w.cx.db, LOJA)).toMatchObject({ messages: 3, skipped: 2 })
    listener.names(ref, [
      { address: { kind: 'phone', value: MARIA }, name: 'Recusada' },
      { address: { kind: 'phone', value: JOAO }, name: 'João' },
    ])
    expect([1, 2].map((id) => findContactOrFail(w.cx.db, id).name)).toEqual(['+55 (21) 99612-4087', 'João'])
  })

  test('imports nothing after a stop, or on a connection without import', () => {
    const { w, ref, listener, take } = installation()
    stopImport(w.cx, LOJA)
    expect(take(slice([past('A')]))).toBe(false)
    expect(listener.position(ref, 'PART')).toBeNull()
    changeConnection(w.cx, LOJA, { importOldMessagesEnable: false })
    expect(listener.scope(ref)).toBeNull()
    expect(bodies(w)).toEqual([])
  })
})
