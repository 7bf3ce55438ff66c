/**
 * A message is identified by id, conversation and author: the same id elsewhere is another message, but the same
 * message under another address is not.
 */
import { describe, expect, test } from 'bun:test'
import type { Incoming } from '../../../src/channels/channel'
import { LOJA } from '../../support/company-world'
import { messageId } from '../../support/message-id'
import { JOAO, MARIA, neighbours } from '../../support/neighbours'
import { lid, phone } from '../../support/telephones'
import { until } from '../../support/until'
import { type World, world } from '../../support/world'

const stored = (w: World) =>
  w.rows<{ contact_id: number; body: string }>('SELECT contact_id, body FROM messages ORDER BY id')
const receive = (w: World, wanted: Partial<Incoming> & Pick<Incoming, 'chat'>) =>
  w.telephones.deliver(w.refOf(LOJA), w.telephones.incoming({ externalId: 'UM', ...wanted }))

describe('the same id', () => {
  test('in two chats of one connection is two messages, each with its own actions', () => {
    const w = world()
    const [maria, joao] = [w.whatsapp.person(MARIA), w.whatsapp.person(JOAO)]
    maria.says('de Maria', { externalId: 'UM' })
    joao.reacts({ externalId: 'UM' }, '👍') // reported before his message: it waits for his, not for hers
    joao.says('de João', { externalId: 'UM' })
    maria.edits({ externalId: 'UM' }, 'Maria, outra vez')
    joao.deletes({ externalId: 'UM' })
    joao.says('e isto?', { externalId: 'DOIS', quotedExternalId: 'UM' })
    expect(w.rows('SELECT contact_id, body, is_deleted, has_reactions FROM messages ORDER BY id')).toEqual([
      { contact_id: 1, body: 'Maria, outra vez', is_deleted: 0, has_reactions: 0 },
      { contact_id: 2, body: 'de João', is_deleted: 1, has_reactions: 1 },
      { contact_id: 2, body: 'e isto?', is_deleted: 0, has_reactions: 0 },
    ])
    expect(w.rows('SELECT quoted_id FROM messages WHERE id = ?', messageId(2, 2))).toEqual([
      { quoted_id: messageId(1, 2) },
    ])
    expect(w.rows('SELECT 1 FROM waiting_acts')).toEqual([])
  })

  test('from both sides of a chat is two messages: receipts concern ours, actions the one they name', () => {
    const w = world()
    const maria = w.whatsapp.person(MARIA)
    maria.says('dela', { externalId: 'UM' })
    w.telephones.deliver(w.refOf(LOJA), maria.message('nossa', { externalId: 'UM', fromMe: true }))
    w.telephones.receipt(w.refOf(LOJA), ['UM'], 4, maria.chat)
    maria.deletes({ externalId: 'UM' })
    const reaction = { do: 'react', emoji: '👍', target: 'UM', whose: { fromMe: true, author: [] } } as const
    w.telephones.action(w.refOf(LOJA), w.telephones.actionOf(reaction, { chat: maria.chat }))
    expect(w.rows('SELECT body, ack, is_deleted, has_reactions FROM messages ORDER BY id')).toEqual([
      { body: 'dela', ack: 0, is_deleted: 1, has_reactions: 0 },
      { body: 'nossa', ack: 4, is_deleted: 0, has_reactions: 1 },
    ])
  })

  test('of two group members is two messages, and each may change only their own', () => {
    const w = world()
    const group = neighbours(w)
    group.stands()
    group.writes(MARIA, 'de Maria', { externalId: 'UM' })
    group.writes(JOAO, 'de João', { externalId: 'UM' })
    const author = { addresses: [lid('902')], name: null }
    const action = { do: 'edit', body: 'João, outra vez', target: 'UM' } as const
    w.telephones.action(group.ref, w.telephones.actionOf(action, { chat: [group.address], isGroup: true, author }))
    expect(stored(w).map(({ body }) => body)).toEqual(['de Maria', 'João, outra vez'])
  })

  test('of two calls is two calls', () => {
    const w = world()
    for (const chat of [[phone(MARIA)], [phone(JOAO)]]) w.telephones.ring(w.refOf(LOJA), { chat, externalId: 'UM' })
    expect(w.rows('SELECT contact_id FROM messages ORDER BY id')).toEqual([{ contact_id: 1 }, { contact_id: 2 }])
  })
})

describe('the same message', () => {
  const ways = {
    'the envelope names both': [[lid('901')], [phone(MARIA), lid('901')]],
    'it was learnt before': [[lid('901'), phone(MARIA)], [phone(MARIA)]],
    'nobody has told that they are one person': [[lid('901')], [phone(MARIA)]],
  } as const
  for (const [how, chats] of Object.entries(ways))
    test(`under the other address of the same person is one: ${how}`, () => {
      const w = world()
      for (const chat of [...chats, ...chats]) receive(w, { chat, body: 'oi' })
      expect(stored(w)).toEqual([{ contact_id: 1, body: 'oi' }])
    })

  test('is recognised by its contact alone if it was stored before addresses were', () => {
    const w = world()
    const said = w.whatsapp.person(MARIA).says('oi')
    w.rows('UPDATE messages SET chat = NULL RETURNING id')
    w.telephones.deliver(w.refOf(LOJA), said)
    w.whatsapp.person(JOAO).says('outra', { externalId: said.externalId })
    w.whatsapp.person(MARIA).deletes(said)
    expect(w.rows('SELECT body, is_deleted FROM messages ORDER BY id')).toEqual([
      { body: 'oi', is_deleted: 1 },
      { body: 'outra', is_deleted: 0 },
    ])
  })

  test('under an unknown address is the same only if its text is', () => {
    const w = world()
    receive(w, { chat: [lid('901')], body: 'oi' })
    receive(w, { chat: [phone(JOAO)], body: 'outra coisa' })
    expect(stored(w).map(({ body }) => body)).toEqual(['oi', 'outra coisa'])
  })

  test('of a group member under the other address is one, and can be changed from it', () => {
    const w = world()
    const group = neighbours(w)
    group.writes(JOAO, 'bom dia')
    group.stands()
    for (const address of [lid('901'), phone(MARIA)])
      group.writes(MARIA, 'oi', { externalId: 'UM', author: { addresses: [address], name: null } })
    const author = { addresses: [phone(MARIA)], name: null }
    const action = { do: 'revoke', byAdmin: false, target: 'UM' } as const
    w.telephones.action(group.ref, w.telephones.actionOf(action, { chat: [group.address], isGroup: true, author }))
    expect(w.rows("SELECT is_deleted FROM messages WHERE external_id = 'UM'")).toEqual([{ is_deleted: 1 }])
  })

  test('is recognised after its contact was merged, and after the merge was undone', async () => {
    const w = world()
    const admin = w.admin()
    w.whatsapp.person(JOAO).says('sou eu')
    receive(w, { chat: [lid('901')], body: 'oi' })
    w.telephones.sameContact(w.refOf(LOJA), phone(JOAO), lid('901'))
    receive(w, { chat: [lid('901')], externalId: 'DOIS', body: 'e agora?' })
    const again = () => {
      receive(w, { chat: [lid('901')], body: 'oi' })
      receive(w, { chat: [lid('901')], externalId: 'DOIS', body: 'e agora?' })
    }
    again()
    expect(stored(w)).toHaveLength(3)
    await admin.json('/api/contacts/merges/1/undo', 'POST', {})
    again()
    expect(stored(w).map(({ body }) => body)).toEqual(['sou eu', 'oi', 'e agora?'])
  })

  test('is recognised after its contact’s number was corrected; receipts and actions from the old one still match', async () => {
    const w = world()
    const ana = w.admin()
    const maria = w.whatsapp.person(MARIA)
    const said = maria.says('oi')
    await ana.api.tickets({ id: 1 }).put({ status: 'open' })
    await ana.json('/api/messages/1', 'POST', { body: 'olá' })
    await until(() => w.rows('SELECT 1 FROM messages WHERE ack = 2').length === 1)
    const sent = w.telephones.sent[0]?.externalId ?? ''
    await ana.json('/api/contacts/1', 'PUT', { name: 'Maria', number: JOAO })
    maria.says('quem é?') // somebody else answers there now
    w.telephones.deliver(w.refOf(LOJA), said)
    w.telephones.receipt(w.refOf(LOJA), [sent], 4, [phone(MARIA)])
    maria.deletes(said)
    expect(w.rows('SELECT contact_id, body, ack, is_deleted FROM messages ORDER BY id')).toEqual([
      { contact_id: 1, body: 'oi', ack: 0, is_deleted: 1 },
      { contact_id: 1, body: 'olá', ack: 4, is_deleted: 0 },
      { contact_id: 2, body: 'quem é?', ack: 0, is_deleted: 0 },
    ])
  })
})

test('actions from an unknown address are applied once that is known to be the author’s', () => {
  const w = world()
  const maria = w.whatsapp.person(MARIA)
  maria.says('um', { externalId: 'UM' })
  maria.says('dois', { externalId: 'DOIS' })
  const hidden = (deed: Parameters<typeof w.telephones.actionOf>[0]) =>
    w.telephones.action(w.refOf(LOJA), w.telephones.actionOf(deed, { chat: [lid('901')] }))
  hidden({ do: 'react', emoji: '👍', target: 'UM' })
  hidden({ do: 'revoke', byAdmin: false, target: 'DOIS' })
  const shown = () => w.rows('SELECT has_reactions, is_deleted FROM messages ORDER BY id')
  const plain = { has_reactions: 0, is_deleted: 0 }
  expect(shown()).toEqual([plain, plain])
  w.telephones.sameContact(w.refOf(LOJA), phone(MARIA), lid('901'))
  expect(shown()).toEqual([
    { has_reactions: 1, is_deleted: 0 },
    { has_reactions: 0, is_deleted: 1 },
  ])
  expect(w.rows('SELECT 1 FROM waiting_acts')).toEqual([])
})
