/** Concurrent changes, and impossible input from strangers. */
import { describe, expect, test } from 'bun:test'
import type { SendResult } from '../../../src/channels/channel'
import type { Message, MessagePage } from '../../../src/tickets/messages/contract'
import { LOJA } from '../../support/company-world'
import { lid, phone } from '../../support/telephones'
import { quiet, until } from '../../support/until'
import { world } from '../../support/world'

const MARIA = '5521996124087'
const JOAO = '5521987654321'

describe('impossible input', () => {
  test('an edit in the far future counts as made now, and the conversation stays readable', async () => {
    const w = world()
    const ana = w.attendant()
    const maria = w.whatsapp.person(MARIA)
    const said = maria.says('um')
    maria.edits(said, 'dois', { at: 1e19 })
    w.clock.forward(1)
    maria.edits(said, 'três', { at: 2e19 })
    const { messages } = (await (await ana.request('/api/messages/1')).json()) as MessagePage // the route's own schema
    expect(messages[0]).toMatchObject({ body: 'três', oldMessages: [{ body: 'um' }, { body: 'dois' }] })
  })

  test('a message without time counts as sent now', () => {
    const w = world()
    w.whatsapp.person(MARIA).says('oi', { sentAt: Number.NaN })
    expect(w.rows('SELECT created_at FROM messages')).toEqual([{ created_at: w.clock.now() }])
  })
})

test('text longer than any phone allows is cut', () => {
  const w = world()
  const maria = w.whatsapp.person(MARIA)
  const said = maria.says('um')
  maria.reacts(said, '👍'.repeat(10_000))
  maria.edits(said, 'x'.repeat(100_000))
  expect(w.rows('SELECT length(emoji) AS n FROM reactions')).toEqual([{ n: 32 }])
  expect(w.rows('SELECT length(body) AS n FROM messages')).toEqual([{ n: 65_536 }])
})

test('an option voted for twice counts once', () => {
  const w = world()
  const maria = w.whatsapp.person(MARIA)
  const poll = { question: '?', options: [{ name: 'sim', votes: 0 }], choices: 1 }
  const asked = maria.says('?', { kind: 'poll', extra: { poll } })
  const sim = new Bun.CryptoHasher('sha256').update('sim').digest('hex')
  const vote = { do: 'vote', target: asked.externalId, options: Array.from({ length: 500 }, () => sim) } as const
  w.telephones.action(w.refOf(LOJA), w.telephones.actionOf(vote, { chat: maria.chat }))
  expect(w.rows("SELECT json_extract(extra, '$.poll.options[0].votes') AS n FROM messages")).toEqual([{ n: 1 }])
})

test('only the author of an undecipherable message supplies its content', () => {
  const w = world()
  const gap = w.whatsapp.person(MARIA).says('', { kind: 'unsupported', placeholder: true })
  w.whatsapp.person(JOAO).says('de outro', { externalId: gap.externalId })
  expect(w.rows('SELECT kind, body FROM messages WHERE contact_id = 1')).toEqual([{ kind: 'unsupported', body: '' }])
  w.whatsapp.person(MARIA).says('dela', { externalId: gap.externalId })
  expect(w.rows('SELECT kind, body FROM messages WHERE contact_id = 1')).toEqual([{ kind: 'chat', body: 'dela' }])
})

describe('merging two contacts', () => {
  test('while a message is on its way sends it once, and later ones wait for it', async () => {
    const w = world()
    const ana = w.attendant()
    w.telephones.deliver(w.refOf(LOJA), w.telephones.incoming({ chat: [lid('998877')], body: 'oi' }))
    w.whatsapp.person(MARIA).says('oi')
    await ana.api.tickets({ id: 2 }).put({ status: 'open' })
    const open: ((result: SendResult) => void)[] = []
    w.telephones.answerAlways(() => new Promise<SendResult>((resolve) => void open.push(resolve)))
    await ana.json('/api/messages/2', 'POST', { body: 'um' })
    await until(() => open.length === 1)
    w.telephones.sameContact(w.refOf(LOJA), lid('998877'), phone(MARIA))
    await ana.json('/api/messages/2', 'POST', { body: 'dois' })
    w.wakeOutbox()
    await quiet()
    expect(w.telephones.sent.map(({ body }) => body)).toEqual(['um'])
    open[0]?.({ outcome: 'sent' })
    await until(() => open.length === 2)
    expect(w.telephones.sent.map(({ body }) => body)).toEqual(['um', 'dois'])
    open[1]?.({ outcome: 'sent' })
    await until(() => w.rows('SELECT 1 FROM outbox').length === 0)
  })

  test('between a message and its repetition by a page without response sends it once', async () => {
    const w = world()
    const ana = w.attendant()
    w.whatsapp.person(MARIA).says('oi')
    w.telephones.deliver(w.refOf(LOJA), w.telephones.incoming({ chat: [lid('998877')], body: 'oi' }))
    for (const id of [1, 2]) await ana.api.tickets({ id }).put({ status: 'open' })
    const say = () => ana.json('/api/messages/2', 'POST', { body: 'olá', clientId: 'chave-0001' })
    const first = (await (await say()).json()) as Message
    w.telephones.sameContact(w.refOf(LOJA), lid('998877'), phone(MARIA))
    expect(await (await say()).json()).toMatchObject({ id: first.id, ticketId: 1, body: 'olá' })
    expect(w.rows("SELECT 1 FROM messages WHERE body = 'olá'")).toHaveLength(1)
  })

  test('keeps the disappearing timer of either', () => {
    const w = world()
    w.telephones.deliver(w.refOf(LOJA), w.telephones.incoming({ chat: [lid('998877')], body: 'oi' }))
    const maria = w.whatsapp.person(MARIA)
    maria.says('oi', { extra: { expiresIn: 86_400 } })
    w.telephones.sameContact(w.refOf(LOJA), lid('998877'), phone(MARIA))
    expect(w.rows('SELECT contact_id, seconds FROM chat_expiry')).toEqual([{ contact_id: 1, seconds: 86_400 }])
  })
})

test('messages that no user wrote are no answer: the contact still waits', () => {
  const w = world()
  w.rows('INSERT INTO settings VALUES (?, ?) RETURNING key', 'acceptCallWhatsapp', 'disabled')
  const maria = w.whatsapp.person(MARIA)
  maria.says('oi')
  const { waiting_since: before } = w.rows<{ waiting_since: number }>('SELECT waiting_since FROM tickets')[0] ?? {}
  w.clock.forward(1000)
  w.telephones.ring(w.refOf(LOJA), { chat: maria.chat, externalId: 'CALL' })
  expect(w.rows('SELECT waiting_since FROM tickets')).toEqual([{ waiting_since: before }])
})
