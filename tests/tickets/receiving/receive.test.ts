/** A message arrives: whose it is, which ticket it joins, and what every screen hears. */
import { describe, expect, test } from 'bun:test'
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

describe('the first message', () => {
  test('makes one contact and one ticket; the next ones join it', () => {
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

  test('a contact who never said a name is called by the number', () => {
    const w = world()
    w.telephones.deliver(w.refOf(1), w.telephones.incoming({ chat: [phone(MARIA)], body: 'oi' }))
    expect(w.rows('SELECT name FROM contacts')).toEqual([{ name: '+55 (21) 99612-4087' }])
  })

  test('a hidden number is shown as hidden, never as a made-up phone', () => {
    const w = world()
    w.telephones.deliver(w.refOf(1), w.telephones.incoming({ chat: [lid('998877')], pushName: 'Zé', body: 'oi' }))
    expect(w.rows('SELECT name, number FROM contacts')).toEqual([{ name: 'Zé', number: null }])
  })

  test('goes to the queue of the connection when there is just one', () => {
    const w = world()
    const one = w.connection({ queueIds: [SALES] })
    const two = w.connection({ queueIds: [SALES, SUPPORT], greetingMessage: 'Olá!' })
    w.whatsapp.person('5511911110001', { connectionId: one.id }).says('oi')
    w.whatsapp.person('5511911110002', { connectionId: two.id }).says('oi')
    expect(w.rows('SELECT queue_id FROM tickets ORDER BY id')).toEqual([{ queue_id: SALES }, { queue_id: null }])
  })

  test('after closing opens a new ticket', () => {
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

  test('on another connection opens a ticket there: one for a contact on a connection', () => {
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

describe('a messenger that repeats itself', () => {
  test('the same id on the same connection is the same message', () => {
    const w = world()
    const ana = w.attendant()
    const maria = w.whatsapp.person(MARIA)
    const said = maria.says('oi')
    w.telephones.deliver(w.refOf(1), said, said)
    expect(w.rows('SELECT body FROM messages')).toEqual([{ body: 'oi' }])
    expect(w.rows('SELECT unread FROM tickets')).toEqual([{ unread: 1 }])
    expect(ana.heard(messageCreated)).toHaveLength(1)
  })

  test('the same id on another connection is another message', () => {
    const w = world()
    const other = w.connection()
    const said = w.whatsapp.person(MARIA).says('oi')
    w.telephones.deliver(w.refOf(other.id), said)
    expect(w.rows('SELECT connection_id FROM messages ORDER BY id')).toEqual([
      { connection_id: 1 },
      { connection_id: other.id },
    ])
  })

  test('one of a batch that cannot be stored does not keep its neighbours out', () => {
    const w = world()
    const maria = w.whatsapp.person(MARIA)
    const broken = { ...maria.message('quebrada'), chat: null as never } // what a fault of ours in parsing would hand over
    expect(() => w.telephones.deliver(w.refOf(1), maria.message('uma'), broken, maria.message('duas'))).toThrow(
      '1 of 3',
    )
    expect(w.rows('SELECT body FROM messages ORDER BY id')).toEqual([{ body: 'uma' }, { body: 'duas' }])
  })
})

describe('a message that could not be deciphered', () => {
  test('stands as a placeholder until its content comes under the same id', () => {
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

  test('is then as if it had come at once: what it answers, that it disappears, that its sound is not wanted', async () => {
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

test('a blocked contact raises nothing: the message is kept on no ticket', () => {
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

  test('have one ticket where every message says which member wrote', () => {
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

describe("what was typed on the company's own phone", () => {
  test('joins the active ticket, raises no unread and answers the one who waits', () => {
    const w = world()
    const maria = w.whatsapp.person(MARIA)
    maria.says('oi')
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

  test("never takes our own name for the contact's", () => {
    const w = world()
    const maria = w.whatsapp.person(MARIA)
    w.telephones.deliver(w.refOf(1), maria.message('oi', { fromMe: true, pushName: 'Loja Centro' }))
    expect(w.rows('SELECT name FROM contacts')).toEqual([{ name: '+55 (21) 99612-4087' }])
  })

  test('our own echo of what the outbox sent is recognised by the id we chose', async () => {
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
  test('points at the stored message and shows what it said', () => {
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

  test('shows what the messenger quotes when we never stored it', () => {
    const w = world()
    const ana = w.attendant()
    w.whatsapp.person(MARIA).says('sim', { quotedExternalId: 'NUNCA', quotedBody: 'aceita?' })
    expect(ana.heard(messageCreated)[0]?.message.quotedMsg).toMatchObject({ id: null, body: 'aceita?' })
  })

  test('brings nothing over from the conversation of somebody else, whose message it names', () => {
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

test('those who may see the ticket are notified; the others are not', () => {
  const w = world()
  const connection = w.connection({ queueIds: [SALES] })
  const [ana, carla, boss] = [w.attendant([SALES]), w.attendant([SUPPORT]), w.attendant([], { profile: 'supervisor' })]
  w.whatsapp.person(MARIA, { connectionId: connection.id }).says('oi')
  expect([ana, carla, boss].map((who) => who.heard(messageCreated).length)).toEqual([1, 0, 1])
})

test('typing is sent to those who see the ticket and not stored', () => {
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

test('messages from while we were offline are shown at the end, also in a new ticket', async () => {
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

test('what was typed on our own phone without an active ticket is stored with the contact, and moves no closed ticket', async () => {
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
