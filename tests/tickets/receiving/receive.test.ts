/** Receiving a message: its contact, its ticket, and the events for screens. */
import { describe, expect, test } from 'bun:test'
import type { Incoming } from '../../../src/channels/channel'
import { MINUTE, SECOND } from '../../../src/platform/time'
import { writeSetting } from '../../../src/settings/settings'
import { ticketUpdated } from '../../../src/tickets/contract'
import { contactTyping, type MessagePage, messageCreated, messageUpdated } from '../../../src/tickets/messages/contract'
import { SALES, SUPPORT } from '../../support/company-world'
import { messageId } from '../../support/message-id'
import { group, lid, phone } from '../../support/telephones'
import { until } from '../../support/until'
import { world } from '../../support/world'

const MARIA = '5521996124087'
const JOAO = '5521987654321'

describe('a first message', () => {
  test('creates one contact and one ticket; later ones join it', () => {
    const w = world()
    const maria = w.whatsapp.person(MARIA, { name: 'Maria' })
    maria.says('oi')
    maria.says('tudo bem?')
    expect(w.rows('SELECT name, number, name_by FROM contacts')).toEqual([
      { name: 'Maria', number: MARIA, name_by: 'channel' },
    ])
    expect(w.rows('SELECT status, unread, last_message FROM tickets')).toEqual([
      { status: 'pending', unread: 2, last_message: 'tudo bem?' },
    ])
  })

  test('names a contact without a push name by the number', () => {
    const w = world()
    w.telephones.deliver(w.refOf(1), w.telephones.incoming({ chat: [phone(MARIA)], body: 'oi' }))
    expect(w.rows('SELECT name FROM contacts')).toEqual([{ name: '+55 (21) 99612-4087' }])
  })

  test('shows a hidden number as hidden, never a made-up one', () => {
    const w = world()
    w.telephones.deliver(w.refOf(1), w.telephones.incoming({ chat: [lid('998877')], pushName: 'Zé', body: 'oi' }))
    expect(w.rows('SELECT name, number FROM contacts')).toEqual([{ name: 'Zé', number: null }])
  })

  test('goes to the connection’s queue if it has just one', () => {
    const w = world()
    const one = w.connection({ queueIds: [SALES] })
    const two = w.connection({ queueIds: [SALES, SUPPORT], greetingMessage: 'Olá!' })
    w.whatsapp.person('5511911110001', { connectionId: one.id }).says('oi')
    w.whatsapp.person('5511911110002', { connectionId: two.id }).says('oi')
    expect(w.rows('SELECT queue_id FROM tickets ORDER BY id')).toEqual([{ queue_id: SALES }, { queue_id: null }])
  })

  test('opens a new ticket after closing', () => {
    const w = world()
    const maria = w.whatsapp.person(MARIA)
    maria.says('oi')
    w.rows("UPDATE tickets SET status = 'closed' RETURNING id")
    maria.says('voltei')
    expect(w.rows('SELECT status, unread FROM tickets ORDER BY id')).toEqual([
      { status: 'closed', unread: 1 },
      { status: 'pending', unread: 1 },
    ])
  })

  test('opens a ticket per connection', () => {
    const w = world()
    const other = w.connection()
    w.whatsapp.person(MARIA).says('oi')
    w.whatsapp.person(MARIA, { connectionId: other.id }).says('oi')
    expect(w.rows('SELECT contact_id, connection_id FROM tickets ORDER BY id')).toEqual([
      { contact_id: 1, connection_id: 1 },
      { contact_id: 1, connection_id: other.id },
    ])
  })

  test('for a deleted connection is ignored', () => {
    const w = world()
    w.telephones.deliver(w.refOf(99), w.telephones.incoming({ chat: [phone(MARIA)], body: 'oi' }))
    expect(w.rows('SELECT 1 FROM messages')).toEqual([])
  })
})

describe('a repeated message', () => {
  test('with the same id on the same connection is the same message', () => {
    const w = world()
    const ana = w.attendant()
    const maria = w.whatsapp.person(MARIA)
    const said = maria.says('oi')
    w.telephones.deliver(w.refOf(1), said, said)
    expect(w.rows('SELECT body FROM messages')).toEqual([{ body: 'oi' }])
    expect(w.rows('SELECT unread FROM tickets')).toEqual([{ unread: 1 }])
    expect(ana.heard(messageCreated)).toHaveLength(1)
  })

  test('with the same id on another connection is another message', () => {
    const w = world()
    const other = w.connection()
    const said = w.whatsapp.person(MARIA).says('oi')
    w.telephones.deliver(w.refOf(other.id), said)
    expect(w.rows('SELECT connection_id FROM messages ORDER BY id')).toEqual([
      { connection_id: 1 },
      { connection_id: other.id },
    ])
  })

  test('that cannot be stored holds back its conversation, and no other one', () => {
    const w = world()
    const [maria, joao] = [w.whatsapp.person(MARIA), w.whatsapp.person(JOAO)]
    const second = maria.message('dois')
    const broken = { ...second, body: null as never } // as a fault of ours would produce it
    const batch = [maria.message('um'), broken, maria.message('três'), joao.message('oi')] as const
    const deliver = (...all: readonly Incoming[]) => w.telephones.deliver(w.refOf(1), ...all)
    expect(() => deliver(...batch)).toThrow('1 of 4')
    expect(w.rows('SELECT body FROM messages ORDER BY id')).toEqual([{ body: 'um' }, { body: 'oi' }])
    deliver(batch[0], second, batch[2], batch[3])
    // Ids of a contact are higher than those of the contacts before it.
    expect(w.rows<{ body: string }>('SELECT body FROM messages ORDER BY id').map(({ body }) => body)).toEqual([
      'um',
      'dois',
      'três',
      'oi',
    ])
  })
})

describe('an undecipherable message', () => {
  test('is a placeholder until its content arrives under the same id', () => {
    const w = world()
    const ana = w.attendant()
    const maria = w.whatsapp.person(MARIA)
    const unreadable = maria.says('', { kind: 'unsupported', placeholder: true })
    expect(w.rows('SELECT failure FROM messages')).toEqual([{ failure: 'undeciphered' }])
    w.telephones.deliver(w.refOf(1), maria.message('agora sim', { externalId: unreadable.externalId }))
    expect(w.rows('SELECT kind, body, failure FROM messages')).toEqual([
      { kind: 'chat', body: 'agora sim', failure: null },
    ])
    expect(ana.heard(messageUpdated)).toMatchObject([{ message: { body: 'agora sim', mediaType: 'chat' } }])
    expect(ana.heard(ticketUpdated).at(-1)).toMatchObject({ ticket: { lastMessage: 'agora sim', unreadMessages: 1 } })
  })

  test('then has all effects of its content: responders, disappearing timer, refused audio', async () => {
    const w = world()
    const maria = w.whatsapp.person(MARIA)
    const { externalId: quotedExternalId } = maria.says('isto?')
    w.rows('UPDATE contacts SET accept_audio = 0 RETURNING id')
    const gap = maria.says('', { kind: 'unsupported', placeholder: true })
    const { externalId } = gap
    maria.says('', { externalId, quotedExternalId, kind: 'ptt', extra: { expiresIn: 86_400 } })
    const columns = "quoted_id, quoted ->> 'body' AS quoted"
    expect(w.rows(`SELECT ${columns} FROM messages WHERE id = ?`, messageId(2))).toEqual([
      { quoted_id: messageId(1), quoted: 'isto?' },
    ])
    expect(w.rows('SELECT seconds FROM chat_expiry')).toEqual([{ seconds: 86_400 }])
    await until(() => maria.got().length === 1)
  })

  test('is not replaced by another placeholder, and content is never replaced', () => {
    const w = world()
    const maria = w.whatsapp.person(MARIA)
    const { externalId } = maria.says('', { kind: 'unsupported', placeholder: true })
    w.telephones.deliver(w.refOf(1), maria.message('', { externalId, kind: 'unsupported', placeholder: true }))
    w.telephones.deliver(w.refOf(1), maria.message('conteúdo', { externalId }))
    w.telephones.deliver(w.refOf(1), maria.message('outra coisa', { externalId }))
    expect(w.rows('SELECT body FROM messages')).toEqual([{ body: 'conteúdo' }])
  })
})

test('a message of a blocked contact is stored without ticket and notifies nobody', () => {
  const w = world()
  const ana = w.attendant()
  const maria = w.whatsapp.person(MARIA)
  maria.says('oi')
  w.rows('UPDATE contacts SET active = 0 RETURNING id')
  w.rows("UPDATE tickets SET status = 'closed' RETURNING id")
  ana.forget()
  maria.says('me atende!')
  expect(w.rows('SELECT body, ticket_id FROM messages ORDER BY id')).toEqual([
    { body: 'oi', ticket_id: 1 },
    { body: 'me atende!', ticket_id: null },
  ])
  expect(ana.frames).toEqual([])
})

describe('groups', () => {
  const inGroup = (w: ReturnType<typeof world>, body: string) =>
    w.telephones.deliver(
      w.refOf(1),
      w.telephones.incoming({
        chat: [group('12036304')],
        isGroup: true,
        author: { addresses: [phone(MARIA)], name: 'Maria' },
        pushName: 'Maria',
        body,
      }),
    )

  test('are ignored while the company does not want them', () => {
    const w = world()
    inGroup(w, 'oi grupo')
    expect(w.rows('SELECT 1 FROM messages UNION ALL SELECT 1 FROM contacts')).toEqual([])
  })

  test('have one ticket in which every message names its author', () => {
    const w = world()
    const ana = w.attendant()
    writeSetting(w.db, 'CheckMsgIsGroup', 'disabled')
    inGroup(w, 'oi grupo')
    expect(w.rows('SELECT is_group FROM tickets')).toEqual([{ is_group: 1 }])
    expect(ana.heard(messageCreated)).toMatchObject([
      { message: { contact: { name: 'Maria' } }, ticket: { isGroup: true, last: { author: 'Maria' } } },
    ])
    expect(w.rows('SELECT name FROM contacts')).not.toEqual([{ name: 'Maria' }])
  })
})

describe("a message typed on the company's own phone", () => {
  test('joins the active ticket, is not unread, and answers the waiting contact', () => {
    const w = world()
    const maria = w.whatsapp.person(MARIA)
    maria.says('oi')
    w.clock.forward(4000)
    maria.getsFromPhone('já respondo')
    expect(w.rows('SELECT unread, waiting_since, last_message FROM tickets')).toEqual([
      { unread: 1, waiting_since: null, last_message: 'já respondo' },
    ])
    expect(w.rows('SELECT from_me, ack, user_id FROM messages ORDER BY id DESC LIMIT 1')).toEqual([
      { from_me: 1, ack: 2, user_id: null },
    ])
  })

  test('opens no ticket', () => {
    const w = world()
    w.whatsapp.person(MARIA).getsFromPhone('bom dia')
    expect(w.rows('SELECT 1 FROM tickets')).toEqual([])
    expect(w.rows('SELECT body, ticket_id FROM messages')).toEqual([{ body: 'bom dia', ticket_id: null }])
  })

  test('never makes our own name the contact’s', () => {
    const w = world()
    const maria = w.whatsapp.person(MARIA)
    w.telephones.deliver(w.refOf(1), maria.message('oi', { fromMe: true, pushName: 'Loja Centro' }))
    expect(w.rows('SELECT name FROM contacts')).toEqual([{ name: '+55 (21) 99612-4087' }])
  })

  test('is recognised as the echo of a sent one by the id we chose', async () => {
    const w = world()
    const ana = w.attendant()
    const maria = w.whatsapp.person(MARIA)
    maria.says('oi')
    await ana.api.tickets({ id: 1 }).put({ status: 'open' })
    await ana.json('/api/messages/1', 'POST', { body: 'olá' })
    const [sent] = w.rows<{ external_id: string }>('SELECT external_id FROM messages WHERE from_me = 1')
    w.telephones.deliver(w.refOf(1), maria.message('olá', { fromMe: true, externalId: sent?.external_id ?? '' }))
    expect(w.rows('SELECT 1 FROM messages WHERE from_me = 1')).toHaveLength(1)
  })
})

describe('a quoted reply', () => {
  test('refers to the stored message and shows its text', () => {
    const w = world()
    const ana = w.attendant()
    const maria = w.whatsapp.person(MARIA, { name: 'Maria' })
    const first = maria.says('qual o preço?')
    maria.says('este aqui', { quotedExternalId: first.externalId, quotedBody: 'outra coisa' })
    expect(ana.heard(messageCreated).at(-1)?.message.quotedMsg).toEqual({
      id: messageId(1),
      body: 'qual o preço?',
      fromMe: false,
      mediaType: 'chat',
      author: 'Maria',
      isDeleted: false,
    })
  })

  test('shows the messenger’s quote if we never stored the message', () => {
    const w = world()
    const ana = w.attendant()
    w.whatsapp.person(MARIA).says('sim', { quotedExternalId: 'NUNCA', quotedBody: 'aceita?' })
    expect(ana.heard(messageCreated)[0]?.message.quotedMsg).toMatchObject({ id: null, body: 'aceita?' })
  })

  test('reveals nothing of another conversation’s message with that id', () => {
    const w = world()
    const secret = w.whatsapp.person(MARIA).says('segredo')
    w.rows('UPDATE tickets SET queue_id = ? RETURNING id', SUPPORT)
    const ana = w.attendant([SALES])
    const joao = w.whatsapp.person('5511999990009', { name: 'João' })
    joao.says('e isto?', { quotedExternalId: secret.externalId })
    joao.says('e isto?', { quotedExternalId: secret.externalId, quotedBody: 'o que ele diz' })
    expect(ana.heard(messageCreated).map(({ message }) => message.quotedMsg)).toMatchObject([
      { id: null, body: '', author: null },
      { id: null, body: 'o que ele diz', author: null },
    ])
  })
})

test('time never runs backwards in a conversation, whatever the clocks say', () => {
  const w = world()
  const maria = w.whatsapp.person(MARIA)
  maria.says('primeira', { sentAt: w.clock.now() - 10 * SECOND })
  maria.says('atrasada', { sentAt: w.clock.now() - 60 * SECOND })
  maria.says('do futuro', { sentAt: w.clock.now() + 86_400 * SECOND })
  w.clock.forward(-3600 * SECOND)
  maria.says('depois de o relógio voltar')
  const rows = w.rows<{ body: string; created_at: number }>(
    'SELECT body, created_at FROM messages ORDER BY created_at, id',
  )
  expect(rows.map(({ body }) => body)).toEqual(['primeira', 'atrasada', 'do futuro', 'depois de o relógio voltar'])
  expect(rows.every(({ created_at }) => created_at <= w.clock.now() + 3600 * SECOND)).toBe(true)
})

test('users who may see the ticket are notified; others are not', () => {
  const w = world()
  const connection = w.connection({ queueIds: [SALES] })
  const [ana, carla, boss] = [w.attendant([SALES]), w.attendant([SUPPORT]), w.attendant([], { profile: 'supervisor' })]
  w.whatsapp.person(MARIA, { connectionId: connection.id }).says('oi')
  expect([ana, carla, boss].map((who) => who.heard(messageCreated).length)).toEqual([1, 0, 1])
})

test('typing is sent to users who see the ticket and not stored', () => {
  const w = world()
  const connection = w.connection({ queueIds: [SALES] })
  const [ana, carla] = [w.attendant([SALES]), w.attendant([SUPPORT])]
  const maria = w.whatsapp.person(MARIA, { connectionId: connection.id })
  w.telephones.typing(w.refOf(connection.id), maria.chat, 'composing')
  expect(ana.frames).toEqual([])
  maria.says('oi')
  w.telephones.typing(w.refOf(connection.id), maria.chat, 'composing')
  expect(ana.heard(contactTyping)).toEqual([{ ticketId: 1, state: 'composing' }])
  expect(carla.heard(contactTyping)).toEqual([])
})

test('messages from while we were offline are shown at the end, even in a new ticket', async () => {
  const w = world()
  const ana = w.attendant()
  const person = w.whatsapp.person('5521990003334')
  person.says('oi')
  const [first] = w.rows<{ id: number }>('SELECT id FROM tickets')
  await ana.json(`/api/tickets/${first?.id}`, 'PUT', { status: 'open', userId: ana.userId })
  const writtenAt = w.clock.now() + SECOND
  w.clock.forward(MINUTE)
  for (let n = 0; n < 22; n++) await ana.json(`/api/messages/${first?.id}`, 'POST', { body: `resposta ${n}` })
  await ana.json(`/api/tickets/${first?.id}`, 'PUT', { status: 'closed' })
  w.clock.forward(MINUTE)
  person.says('e o frete?', { sentAt: writtenAt })
  const [second] = w.rows<{ id: number }>("SELECT id FROM tickets WHERE status = 'pending'")
  const page = (await (await ana.request(`/api/messages/${second?.id}`)).json()) as MessagePage
  expect(page.messages.at(-1)?.body).toBe('e o frete?')
})

test('a message typed on our own phone without an active ticket is stored with the contact, and changes no closed ticket', async () => {
  const w = world()
  const boss = w.admin()
  const maria = w.whatsapp.person('5521990003333')
  maria.says('oi')
  maria.getsFromPhone('no atendimento')
  await boss.api.tickets({ id: 1 }).put({ status: 'closed' })
  const before = w.rows('SELECT * FROM tickets')
  w.clock.forward(60_000)
  boss.forget()
  maria.getsFromPhone('depois')
  expect(w.rows('SELECT * FROM tickets')).toEqual(before)
  expect(w.rows('SELECT body, ticket_id AS ticket FROM messages ORDER BY id')).toMatchObject([
    { body: 'oi', ticket: 1 },
    { body: 'no atendimento', ticket: 1 },
    ...w.rows<{ body: string }>(
      "SELECT body, ticket_id AS ticket FROM messages WHERE body NOT IN ('oi', 'no atendimento', 'depois')",
    ),
    { body: 'depois', ticket: null },
  ])
  const page = (await boss.api.messages({ id: 1 }).get({ query: {} })).data
  expect(page?.messages.at(-1)?.body).toBe('depois')
})
