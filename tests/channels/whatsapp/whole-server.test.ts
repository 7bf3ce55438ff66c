/** Behaviour of the whole server with WhatsApp's quirks and faults: real channel, real server, simulator. */
import { expect } from 'bun:test'
import { writeSetting } from '../../../src/settings/settings'
import { messageCreated } from '../../../src/tickets/messages/contract'
import { test } from '../../support/trace'
import { until } from '../../support/until'
import { COMPANY, JOAO, MARIA, OTHER_COMPANY } from '../../tickets/backfill/support'
import { linkedInstallation, talking } from './installation'
import { openConnectionOf } from './server-connection'

test('a duplicate id, encrypted again, is one message with one notification', async () => {
  const { maria, installation, fault, bodies } = await linkedInstallation()
  await fault('duplicateAnew', { phone: COMPANY, times: 1 })
  await maria.say(COMPANY, 'duas vezes')
  await maria.say(COMPANY, 'depois')
  await until(() => bodies().includes('depois'))
  expect(bodies()).toEqual(['duas vezes', 'depois'])
  expect(installation.heard(messageCreated.eventName)).toHaveLength(2)
})

for (const [code, reason] of [
  [463, 'refusedHere'],
  [479, 'rejected'],
] as const)
  test(`an acknowledgement with error ${code} fails the message with a reason and without a retry`, async () => {
    const { fault, say, installation } = await talking()
    await fault('ackError', { value: code })
    const message = say('não vai')
    await until(() => message()?.failure)
    expect(message()).toEqual({ ack: 0, failure: reason })
    expect(installation.rows('SELECT 1 FROM outbox')).toEqual([])
  })

test('read before delivered: the status does not decrease', async () => {
  const { maria, fault, say } = await talking()
  await fault('receiptsSwapped', { phone: COMPANY })
  const message = say('lida antes')
  await maria.gets('lida antes')
  await maria.read(COMPANY)
  await until(() => message()?.ack === 4)
  await Bun.sleep(300)
  expect(message()?.ack).toBe(4)
})

test('a phone that repeats an unsettled retry request gets the message, even if the connection is cut then', async () => {
  const { simulator, maria, fault, run, say } = await talking()
  await fault('retryStorm', { phone: COMPANY, value: 2 })
  const stop = simulator.intercept((_connection, { tag, attrs }) => {
    if (tag !== 'ack' || attrs.type !== 'retry') return undefined
    stop()
    queueMicrotask(() => void run({ do: 'dropConnections' }))
    return undefined
  })
  say('chegou?')
  await maria.gets('chegou?')
})

test('a message from the company’s own phone while we were away arrives with its delivery status', async () => {
  const { company, maria, run, installation, bodies } = await talking()
  await run({ do: 'setFault', name: 'outage', on: true })
  await run({ do: 'dropConnections' })
  await company.say(MARIA, 'do celular')
  await maria.gets('do celular')
  await maria.read(COMPANY)
  await run({ do: 'clearFaults' })
  await until(() => bodies().includes('do celular'))
  const ack = () => installation.rows<{ ack: number }>('SELECT ack FROM messages WHERE from_me = 1')[0]?.ack
  await until(() => ack() === 4)
})

test('an undecrypted message is shown as a placeholder, which its content replaces', async () => {
  const { maria, fault, run, installation, bodies } = await linkedInstallation({ limits: { placeholder: 50 } })
  await maria.say(COMPANY, 'oi')
  await until(() => bodies().length === 1)
  await fault('undecryptable', { phone: COMPANY })
  await maria.say(COMPANY, 'enfim')
  const gap = () =>
    installation.rows<{ id: number; kind: string; body: string }>('SELECT id, kind, body FROM messages ORDER BY id')[1]
  await until(() => gap()?.kind === 'unsupported')
  const { id } = gap() ?? { id: 0 }
  await run({ do: 'clearFaults' })
  await run({ do: 'dropConnections' })
  await until(() => gap()?.body === 'enfim')
  expect(gap()).toEqual({ id, kind: 'chat', body: 'enfim' })
})

test('an undecrypted action shows no placeholder and is applied when it arrives', async () => {
  const { maria, fault, run, installation } = await linkedInstallation({ limits: { placeholder: 50 } })
  const id = await maria.say(COMPANY, 'oi')
  const other = await maria.say(COMPANY, 'nada')
  type Shown = { readonly body: string; readonly is_deleted: number; readonly has_reactions: number }
  const shown = () => installation.rows<Shown>('SELECT body, is_deleted, has_reactions FROM messages ORDER BY id')
  await until(() => shown().length === 2)
  await fault('undecryptable', { phone: COMPANY })
  await run({ do: 'edit', from: MARIA, chat: COMPANY, id, text: 'olá' })
  await run({ do: 'react', from: MARIA, chat: COMPANY, id, emoji: '👍' })
  await run({ do: 'revoke', from: MARIA, chat: COMPANY, id: other })
  await Bun.sleep(300)
  expect(shown().map(({ body }) => body)).toEqual(['oi', 'nada'])
  await run({ do: 'clearFaults' })
  await run({ do: 'dropConnections' })
  await until(() => shown()[1]?.is_deleted === 1)
  expect(shown()).toEqual([
    { body: 'olá', is_deleted: 0, has_reactions: 1 },
    { body: 'nada', is_deleted: 1, has_reactions: 0 },
  ])
})

test('a status post opens no ticket', async () => {
  const { maria, simulator, installation, bodies } = await linkedInstallation({ limits: { keepAlive: 100 } })
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
  expect(installation.rows('SELECT 1 FROM tickets')).toHaveLength(1)
})

async function groupInstallation() {
  const all = await linkedInstallation()
  writeSetting(all.installation.cx.db, 'CheckMsgIsGroup', 'disabled')
  const made = await all.run({ do: 'createGroup', by: MARIA, subject: 'Vizinhos', members: [COMPANY, JOAO] })
  const group = made.id ?? ''
  await all.maria.say(group, 'alguém aí?')
  const blocked = () =>
    all.installation.rows<{ blocked: string | null }>('SELECT sending_blocked AS blocked FROM tickets')[0]?.blocked
  const isKnown = () => all.installation.rows('SELECT 1 FROM group_connections').length > 0
  await until(isKnown)
  return { ...all, group, blocked }
}

test('a queued group message fails visibly with the reason after we lose admin rights', async () => {
  const { run, group, say, blocked } = await groupInstallation()
  await run({ do: 'setFault', name: 'outage', on: true })
  await run({ do: 'dropConnections' })
  const message = say('ainda posso?')
  await run({ do: 'changeGroup', group, by: MARIA, announce: true })
  await run({ do: 'clearFaults' })
  await until(() => message()?.failure)
  expect(message()).toEqual({ ack: 0, failure: 'groupClosed' })
  await until(() => blocked() === 'announce')
})

test('removal from a group and return while we were away are both logged, and the state is current', async () => {
  const { run, group, say, maria, blocked, installation } = await groupInstallation()
  await run({ do: 'setFault', name: 'outage', on: true })
  await run({ do: 'dropConnections' })
  await run({ do: 'changeGroup', group, by: MARIA, remove: [COMPANY] })
  await run({ do: 'changeGroup', group, by: MARIA, add: [COMPANY] })
  await run({ do: 'clearFaults' })
  await maria.say(group, 'voltaram?')
  await until(() => installation.rows("SELECT 1 FROM messages WHERE body = 'voltaram?'").length > 0)
  type Change = { readonly change: string; readonly us: number }
  const changes = () =>
    installation.rows<Change>(
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

test('another account on the connection is in none of the former account’s groups', async () => {
  const { installation, simulator, blocked } = await groupInstallation()
  expect(blocked()).toBeNull()
  await installation.server.sessions.disconnect(installation.cx, installation.connectionId)
  await installation.link(simulator.addPhone({ phone: OTHER_COMPANY, name: 'Filial', role: 'company' }))
  await until(() => blocked() === 'notMember')
})
