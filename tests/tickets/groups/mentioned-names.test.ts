/** Mentions are shown by name wherever people read them; on the messenger they stay as WhatsApp writes them. */
import { describe, expect, test } from 'bun:test'
import { type Message, type MessageSearch, messageCreated } from '../../../src/tickets/messages/contract'
import { showLastOf } from '../../../src/tickets/messages/last-message'
import { both, JOAO, MARIA, neighbours } from '../../support/neighbours'
import { lid, phone } from '../../support/telephones'
import { until } from '../../support/until'
import { type World, world } from '../../support/world'

const JOAOS_NUMBER = '+55 (21) 98765-4321'
const toMaria = { mentions: [{ token: '901', addresses: both(MARIA), isUs: false }] }

async function openGroup(w: World = world(), facts: Parameters<ReturnType<typeof neighbours>['stands']>[0] = {}) {
  const ana = w.attendant([], { profile: 'admin' })
  const group = neighbours(w)
  group.writes(MARIA, 'oi')
  group.stands(facts)
  const id = group.ticketId()
  await ana.api.tickets({ id }).put({ status: 'open' })
  const page = async (): Promise<readonly Message[]> =>
    (await ana.api.messages({ id }).get({ query: {} })).data?.messages ?? []
  const row = async () => (await ana.api.tickets.get({ query: { status: 'open', isGroup: 'true' } })).data?.tickets[0]
  const say = async (body: object) => (await (await ana.json(`/api/messages/${id}`, 'POST', body)).json()) as Message
  const members = (await ana.api.contacts({ id: group.contactId() }).get()).data?.participants ?? []
  const idOf = (number: string) => members.find((one) => one.number === number)?.id ?? 0
  return { w, ana, group, id, page, row, say, idOf }
}

const heard = ({ ana }: Awaited<ReturnType<typeof openGroup>>) => ana.heard(messageCreated).at(-1)

describe('the list row', () => {
  test('shows names, and so does the notification', async () => {
    const all = await openGroup()
    all.group.writes(JOAO, 'veja isto, @901', toMaria)
    expect(await all.row()).toMatchObject({ lastMessage: 'veja isto, @Maria', last: { body: 'veja isto, @Maria' } })
    expect(heard(all)?.ticket).toMatchObject({ lastMessage: 'veja isto, @Maria' })
    expect(heard(all)?.message).toMatchObject({ body: 'veja isto, @901', mentionedJid: ['901'] })
  })

  test('shows names for an attendant’s mentions', async () => {
    const { say, row, idOf } = await openGroup()
    await say({ body: 'é com @902', mentionedContacts: [idOf(JOAO)] })
    expect((await row())?.lastMessage).toBe(`é com @${JOAOS_NUMBER}`)
  })

  test('shows the new names after an edit that mentions somebody else, and names in the earlier text', async () => {
    const { w, group, row, page } = await openGroup()
    const said = group.writes(JOAO, 'veja, @901', toMaria)
    const mentions = [{ token: '902', addresses: both(JOAO), isUs: false }]
    const edit = { do: 'edit', body: 'eu, @902, vejo', mentions, target: said.externalId } as const
    w.telephones.action(group.ref, w.telephones.actionOf(edit, said))
    expect((await row())?.lastMessage).toBe(`eu, @${JOAOS_NUMBER}, vejo`)
    const message = (await page()).at(-1)
    expect(message).toMatchObject({ body: 'eu, @902, vejo', oldMessages: [{ body: 'veja, @Maria' }] })
    expect(message?.extra?.mentions?.map(({ token }) => token)).toEqual(['901', '902'])
  })

  test('shows names when the conversation is moved or merged', async () => {
    const { w, group, id, row } = await openGroup()
    group.writes(JOAO, 'veja, @901', toMaria)
    w.rows(`UPDATE tickets SET last_message = '' WHERE id = ? RETURNING id`, id)
    showLastOf(w.db, id)
    expect((await row())?.lastMessage).toBe('veja, @Maria')
  })
})

describe('a quote', () => {
  test('of a stored message shows names, whoever quotes; the messenger gets the digits', async () => {
    const all = await openGroup()
    const said = all.group.writes(JOAO, 'veja, @901', toMaria)
    all.group.writes(MARIA, 'já vi', { quotedExternalId: said.externalId, quotedBody: 'veja, @901' })
    expect(heard(all)?.message.quotedMsg).toMatchObject({ body: 'veja, @Maria' })

    const id = (await all.page()).find(({ body }) => body === 'veja, @901')?.id
    expect((await all.say({ body: 'obrigada', quotedMsg: { id } })).quotedMsg).toMatchObject({ body: 'veja, @Maria' })
    expect((await until(() => all.w.telephones.sent.at(-1))).quoted).toMatchObject({ body: 'veja, @901' })
  })

  test('of an unknown message shows names if the messenger reports who is mentioned', async () => {
    const all = await openGroup()
    const quoted = { quotedExternalId: 'NUNCA', quotedBody: 'veja, @901', quotedMentions: toMaria.mentions }
    all.group.writes(JOAO, 'viu?', quoted)
    expect(heard(all)?.message.quotedMsg).toMatchObject({ id: null, body: 'veja, @Maria' })
  })
})

describe('a group that hides numbers', () => {
  test('shows the name, whichever address is in the text', async () => {
    const all = await openGroup()
    for (const [written, ...tokens] of [
      ['901', '901'],
      [MARIA, MARIA],
      [`${MARIA} ou @901`, '901', MARIA],
    ]) {
      all.group.writes(JOAO, `veja, @${written}`, toMaria)
      expect(heard(all)?.message.mentionedJid).toEqual(tokens)
      expect(heard(all)?.ticket.lastMessage).not.toMatch(/\d/)
    }
  })

  test('shows the name, even if the mentioning client knows only one address', async () => {
    const all = await openGroup()
    const mentions = [{ token: '901', addresses: [lid('901')], isUs: false }]
    all.group.writes(JOAO, `veja, @${MARIA}`, { mentions })
    expect(heard(all)?.ticket.lastMessage).toBe('veja, @Maria')
  })

  test('converts a typed number to the address the group’s phones use', async () => {
    const { w, say, idOf, row } = await openGroup()
    const answer = await say({ body: `veja, @${JOAO}`, mentionedContacts: [idOf(JOAO)] })
    expect(answer).toMatchObject({ body: 'veja, @902', mentionedJid: ['902'] })
    expect(await until(() => w.telephones.sent.at(-1))).toMatchObject({ body: 'veja, @902', mentions: [lid('902')] })
    expect((await row())?.lastMessage).toBe(`veja, @${JOAOS_NUMBER}`)
  })

  test('does the same the other way round in a group that shows numbers', async () => {
    const { w, say, idOf } = await openGroup(world(), { addressing: 'phone' })
    await say({ body: 'veja, @902', mentionedContacts: [idOf(JOAO)] })
    const sent = await until(() => w.telephones.sent.at(-1))
    expect(sent).toMatchObject({ body: `veja, @${JOAO}`, mentions: [phone(JOAO)] })
  })

  test('keeps the mentions that an edited text still contains', async () => {
    const { w, ana, id, say, idOf } = await openGroup()
    const { id: messageId } = await say({ body: '@901 e @902', mentionedContacts: [idOf(MARIA), idOf(JOAO)] })
    await until(() => w.telephones.sent.length > 0)
    await ana.json(`/api/messages/edit/${messageId}?ticketId=${id}`, 'POST', { body: 'só @902' })
    const action = await until(() => w.telephones.actions.at(-1))
    expect(action).toMatchObject({ do: 'edit', body: 'só @902', mentions: [lid('902')] })
  })
})

test('finds names in a search, not the digits behind them', async () => {
  const { ana, group, id } = await openGroup()
  group.writes(JOAO, 'veja, @901', toMaria)
  const found = async (words: string) => {
    const answer = await ana.json(
      `/api/messages/search/${id}?searchQuery=${encodeURIComponent(words)}`,
      'GET',
      undefined,
    )
    return ((await answer.json()) as MessageSearch).messages.length
  }
  expect(await found('@maria')).toBe(1)
  expect(await found('901')).toBe(0)
})

test('forwards a text with plain names, here and on the messenger', async () => {
  const { w, ana, group, id, page } = await openGroup()
  group.writes(JOAO, 'veja, @901', toMaria)
  const messageId = (await page()).at(-1)?.id
  const contacts = [w.contact().id]
  const answer = await ana.json('/api/messages/forward', 'POST', { ticketId: id, messageIds: [messageId], contacts })
  expect(await answer.json()).toMatchObject({ messages: [{ body: 'veja, @Maria' }] })
  const sent = await until(() => w.telephones.sent.at(-1))
  expect(sent.body).toBe('veja, @Maria')
  expect(sent.mentions).toBeUndefined()
})

test('forwards a text with people’s own names, never our names for them', async () => {
  const { w, ana, group, id, page } = await openGroup()
  for (const [number, name] of [
    [MARIA, 'Maria, não paga'],
    [JOAO, 'João, cuidado'],
  ] as const) {
    const contact = w.contact({ number, name: 'x' })
    await ana.json(`/api/contacts/${contact.id}`, 'PUT', { name })
  }
  const mentions = [...toMaria.mentions, { token: '902', addresses: both(JOAO), isUs: false }]
  group.writes(JOAO, 'veja, @901 e @902', { mentions })
  const said = (await page()).at(-1)
  expect(said?.extra?.mentions?.map(({ name }) => name)).toEqual(['Maria, não paga', 'João, cuidado'])
  const contacts = [w.contact().id]
  const answer = await ana.json('/api/messages/forward', 'POST', { ticketId: id, messageIds: [said?.id], contacts })
  expect(await answer.json()).toMatchObject({ messages: [{ body: 'veja, @Maria e @902' }] })
  expect((await until(() => w.telephones.sent.at(-1))).body).toBe('veja, @Maria e @902')
})

test('shows names in a deleted message to users who may see its text', async () => {
  const { w, ana, group, page } = await openGroup()
  const said = group.writes(JOAO, 'veja, @901', toMaria)
  const mentions = toMaria.mentions
  w.telephones.action(
    group.ref,
    w.telephones.actionOf({ do: 'edit', body: 'olhe, @901', mentions, target: said.externalId }, said),
    w.telephones.actionOf({ do: 'revoke', byAdmin: false, target: said.externalId }, said),
  )
  const messageId = (await page()).at(-1)?.id
  const deleted = await ana.json(`/api/messages/deleted/${messageId}`, 'GET', undefined)
  expect(await deleted.json()).toMatchObject({ body: 'olhe, @Maria', oldMessages: [{ body: 'veja, @Maria' }] })
})

test('looks up a limited number of mentioned people, those in the text first; the rest keep their digits', async () => {
  const { group, page } = await openGroup()
  const crowd = Array.from({ length: 255 }, (_, n) => {
    const number = `55119${20_000_000 + n}`
    return { token: number, addresses: [phone(number)], isUs: false }
  })
  group.writes(JOAO, `@5511920000200 e @901`, { mentions: [...crowd, ...toMaria.mentions] })
  const last = (await page()).at(-1)
  const named = new Map(last?.extra?.mentions?.map(({ token, name }) => [token, name]))
  expect(named.size).toBe(32)
  expect(named.get('901')).toBe('Maria')
  expect(named.has('5511920000200')).toBe(true)
  expect(last?.body).toBe('@5511920000200 e @901')
})
