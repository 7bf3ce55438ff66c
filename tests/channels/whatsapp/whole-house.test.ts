/** What the house makes of WhatsApp's habits and faults: the real channel, the real house, the simulator. */
import { expect, test } from 'bun:test'
import { writeSetting } from '../../../src/settings/settings'
import type { Command } from '../../../src/simulator/contract'
import { messageCreated } from '../../../src/tickets/messages/contract'
import { sendMessage } from '../../../src/tickets/messages/send'
import { until } from '../../support/until'
import { ADMIN, COMPANY, JOAO, MARIA, OTHER_COMPANY, openShop, openTown } from '../../tickets/history/support'
import { openConnectionOf } from './line'

type Wishes = Parameters<typeof openShop>[1]

async function linkedShop(wishes: Wishes = {}) {
  const town = await openTown()
  const shop = await openShop(town.simulator, wishes)
  await shop.link(town.company)
  const fault = (name: string, more: object = {}) => town.run({ do: 'setFault', name, on: true, ...more } as Command) // names are those of the contract
  const bodies = () => shop.rows<{ body: string }>('SELECT body FROM messages ORDER BY id').map(({ body }) => body)
  const ticketId = () => shop.rows<{ id: number }>('SELECT max(id) AS id FROM tickets')[0]?.id ?? 0
  const say = (body: string) => {
    shop.cx.db.$client.exec("UPDATE tickets SET status = 'open'")
    const plain = { kind: 'chat', media: null, quotedId: null, clientId: null } as const
    const { id } = sendMessage(shop.cx, ADMIN, ticketId(), { ...plain, body })
    return () =>
      shop.rows<{ ack: number; failure: string | null }>('SELECT ack, failure FROM messages WHERE id = ?', id)[0]
  }
  return { ...town, shop, fault, bodies, say }
}

/** Maria has written, so that there is a conversation to answer in. */
async function talking(wishes: Wishes = {}) {
  const all = await linkedShop(wishes)
  await all.maria.say(COMPANY, 'oi')
  await until(() => all.bodies().length === 1)
  return all
}

test('the same id, encrypted anew, is one message and rings once', async () => {
  const { maria, shop, fault, bodies } = await linkedShop()
  await fault('duplicateAnew', { phone: COMPANY, times: 1 })
  await maria.say(COMPANY, 'duas vezes')
  await maria.say(COMPANY, 'depois')
  await until(() => bodies().includes('depois'))
  expect(bodies()).toEqual(['duas vezes', 'depois'])
  expect(shop.heard(messageCreated.eventName)).toHaveLength(2)
})

for (const [code, reason] of [
  [463, 'restricted'],
  [479, 'rejected'],
] as const)
  test(`an acknowledgement with the error ${code}: the message has failed, says why, and is not sent again`, async () => {
    const { fault, say, shop } = await talking()
    await fault('ackError', { value: code })
    const message = say('não vai')
    await until(() => message()?.failure)
    expect(message()).toEqual({ ack: 0, failure: reason })
    expect(shop.rows('SELECT 1 FROM outbox')).toEqual([])
  })

test('read before delivered: the tick does not go down', async () => {
  const { maria, fault, say } = await talking()
  await fault('receiptsSwapped', { phone: COMPANY })
  const message = say('lida antes')
  await maria.gets('lida antes')
  await maria.read(COMPANY)
  await until(() => message()?.ack === 4)
  await Bun.sleep(300)
  expect(message()?.ack).toBe(4)
})

test('what could not be deciphered stands as a gap, and its content takes that place when it comes', async () => {
  const { maria, fault, run, shop, bodies } = await linkedShop({ limits: { placeholder: 50 } })
  await maria.say(COMPANY, 'oi')
  await until(() => bodies().length === 1)
  await fault('undecryptable', { phone: COMPANY })
  await maria.say(COMPANY, 'enfim')
  const gap = () =>
    shop.rows<{ id: number; kind: string; body: string }>('SELECT id, kind, body FROM messages ORDER BY id')[1]
  await until(() => gap()?.kind === 'unsupported')
  const { id } = gap() ?? { id: 0 }
  await run({ do: 'clearFaults' })
  await run({ do: 'dropConnections' })
  await until(() => gap()?.body === 'enfim')
  expect(gap()).toEqual({ id, kind: 'chat', body: 'enfim' })
})

test('a status post opens no ticket', async () => {
  const { maria, simulator, shop, bodies } = await linkedShop({ limits: { keepAlive: 100 } })
  const connection = await openConnectionOf(simulator, COMPANY)
  const send = connection.send.bind(connection)
  connection.send = (stanza) => {
    const isPost = stanza.tag === 'message' && stanza.attrs.type === 'text'
    if (isPost) connection.send = send
    const attrs = { ...stanza.attrs, from: 'status@broadcast', participant: stanza.attrs.from ?? '' }
    send(isPost ? { ...stanza, attrs } : stanza)
  }
  await maria.say(COMPANY, 'promoção para todos')
  await maria.say(COMPANY, 'só para vocês')
  await until(() => bodies().length > 0)
  expect(bodies()).toEqual(['só para vocês'])
  expect(shop.rows('SELECT 1 FROM tickets')).toHaveLength(1)
})

async function groupShop() {
  const all = await linkedShop()
  writeSetting(all.shop.cx.db, 'CheckMsgIsGroup', 'disabled')
  const made = await all.run({ do: 'createGroup', by: MARIA, subject: 'Vizinhos', members: [COMPANY, JOAO] })
  const group = made.id ?? ''
  await all.maria.say(group, 'alguém aí?')
  const blocked = () =>
    all.shop.rows<{ blocked: string | null }>('SELECT sending_blocked AS blocked FROM tickets')[0]?.blocked
  const isKnown = () => all.shop.rows('SELECT 1 FROM group_connections').length > 0
  await until(isKnown)
  return { ...all, group, blocked }
}

test('we lead no longer while a message waits to leave: it fails visibly, with the reason', async () => {
  const { run, group, say, blocked } = await groupShop()
  await run({ do: 'setFault', name: 'outage', on: true })
  await run({ do: 'dropConnections' })
  const message = say('ainda posso?')
  await run({ do: 'changeGroup', group, by: MARIA, announce: true })
  await run({ do: 'clearFaults' })
  await until(() => message()?.failure)
  expect(message()).toEqual({ ack: 0, failure: 'groupClosed' })
  await until(() => blocked() === 'announce')
})

test('taken out of a group and back in while we were away: both are noted, and it stands as it is now', async () => {
  const { run, group, say, maria, blocked, shop } = await groupShop()
  await run({ do: 'setFault', name: 'outage', on: true })
  await run({ do: 'dropConnections' })
  await run({ do: 'changeGroup', group, by: MARIA, remove: [COMPANY] })
  await run({ do: 'changeGroup', group, by: MARIA, add: [COMPANY] })
  await run({ do: 'clearFaults' })
  await maria.say(group, 'voltaram?')
  await until(() => shop.rows("SELECT 1 FROM messages WHERE body = 'voltaram?'").length > 0)
  type Change = { readonly change: string; readonly us: number }
  const changes = () =>
    shop.rows<Change>(
      "SELECT data ->> 'change' AS change, data ->> 'us' AS us FROM ticket_log WHERE kind = 'groupChanged'",
    )
  await until(() => changes().length === 2)
  expect(changes()).toEqual([
    { change: 'left', us: 1 },
    { change: 'joined', us: 1 },
  ])
  expect(blocked()).toBeNull()
  say('voltamos')
  await maria.gets('voltamos')
})

test('another account on the connection is in none of the groups of the one before', async () => {
  const { shop, simulator, blocked } = await groupShop()
  expect(blocked()).toBeNull()
  await shop.house.sessions.disconnect(shop.cx, shop.connectionId)
  await shop.link(simulator.addPhone({ phone: OTHER_COMPANY, name: 'Filial', role: 'company' }))
  await until(() => blocked() === 'notMember')
})
