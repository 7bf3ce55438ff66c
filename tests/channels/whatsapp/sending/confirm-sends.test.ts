/** Mended: "sent" means that WhatsApp said so. */
import { afterEach, expect } from 'bun:test'
import type { Outgoing } from '../../../../src/channels/channel'
import { node } from '../../../../src/simulator/wire/nodes'
import { test } from '../../../support/trace'
import { openConnectionOf } from '../server-connection'
import { COMPANY, MARIA, openSession, REF, until } from '../support'
import { afterThisTest, linkedTestbed, runCleanups } from '../testbed'

afterEach(runCleanups)

test('a message to somebody who is not there is refused, not "sent" to nobody', async () => {
  const { session } = await linkedTestbed()
  expect(await session.say('5511000000000', 'alô?')).toMatchObject({ outcome: 'refused', reason: 'notOnWhatsapp' })
})

test('when the question who is there gets no answer, nothing is claimed and nothing is sent', async () => {
  const { session, simulator } = await linkedTestbed({ limits: { query: 250 } })
  let messages = 0
  simulator.intercept((_connection, { tag }) => {
    if (tag === 'message') messages += 1
    return undefined
  })
  await simulator.run({ do: 'setFault', name: 'usyncSilent', on: true })
  const { outcome, id } = await session.say(MARIA, 'alô?')
  expect(outcome).toBe('unknown')
  expect(messages).toBe(0)
  await simulator.run({ do: 'clearFaults' })
  expect(await session.say(MARIA, 'alô?', { externalId: id })).toMatchObject({ outcome: 'sent' })
})

test('what WhatsApp refuses is refused, with the reason', async () => {
  const { session, simulator } = await linkedTestbed()
  await simulator.run({ do: 'setFault', name: 'ackError', on: true, value: 463, times: 1 })
  expect(await session.say(MARIA, 'x')).toMatchObject({ outcome: 'refused', reason: 'restricted' })
  await simulator.run({ do: 'setFault', name: 'ackError', on: true, value: 479, times: 1 })
  expect(await session.say(MARIA, 'x')).toMatchObject({ outcome: 'refused', reason: 'rejected' })
})

test('a missing answer is unknown; the same id sent again makes no second message', async () => {
  const { session, simulator, maria } = await linkedTestbed({ limits: { ack: 300 } })
  await simulator.run({ do: 'setHabits', phone: MARIA, deliver: false })
  await simulator.run({ do: 'setFault', name: 'ackMissing', on: true, times: 1 })
  const { outcome, id } = await session.say(MARIA, 'uma vez')
  expect(outcome).toBe('unknown')
  expect(await session.say(MARIA, 'uma vez', { externalId: id })).toMatchObject({ outcome: 'sent' })
  await maria.gets('uma vez')
  expect(maria.messages(COMPANY).filter(({ text }) => text === 'uma vez')).toHaveLength(1)
})

test('a late answer is waited for', async () => {
  const { session, simulator } = await linkedTestbed()
  // Else her phone's tick would be the answer.
  await simulator.run({ do: 'setHabits', phone: MARIA, deliver: false })
  await simulator.run({ do: 'setFault', name: 'ackLate', on: true, value: 400 })
  expect(await session.say(MARIA, 'x')).toMatchObject({ outcome: 'sent' })
})

test('a connection that dies with the message in flight: not now, and after the reconnect the same id goes through', async () => {
  const { session, simulator, maria } = await linkedTestbed()
  await simulator.run({ do: 'setFault', name: 'dropOnMessage', on: true, times: 1 })
  const { outcome, id } = await session.say(MARIA, 'no ar')
  expect(outcome).toBe('notNow')
  await session.becomes('CONNECTED')
  expect(await session.say(MARIA, 'no ar', { externalId: id })).toMatchObject({ outcome: 'sent' })
  await maria.gets('no ar')
})

test('a send that waits for an answer ends with its session, not with the time-out of its question', async () => {
  const { session, simulator } = await linkedTestbed({ limits: { query: 60_000 } })
  await simulator.run({ do: 'setFault', name: 'usyncSilent', on: true })
  const saying = session.say(MARIA, 'alguém?')
  await Bun.sleep(50)
  await session.channel.stop(REF)
  expect(await Promise.race([saying, Bun.sleep(2_000)])).toMatchObject({ outcome: 'notNow' })
})

test('without keys nothing was sent, and it is no refusal: the same id goes through when they can be had', async () => {
  const { session, simulator, maria } = await linkedTestbed()
  await simulator.run({ do: 'setFault', name: 'prekeyError', on: true, value: 503 })
  const { outcome, id } = await session.say(MARIA, 'x')
  expect(outcome).toBe('unknown')
  expect(maria.messages(COMPANY)).toEqual([])
  await simulator.run({ do: 'clearFaults' })
  expect(await session.say(MARIA, 'x', { externalId: id })).toMatchObject({ outcome: 'sent' })
  await maria.gets('x')
  expect(maria.messages(COMPANY)).toHaveLength(1)
})

test('without the keys of their phone it is not sent to their other devices alone: it goes to all when they can be had', async () => {
  const { session, simulator } = await linkedTestbed({ limits: { query: 250 } })
  const SUPPLIER = '552130421181'
  const phone = simulator.addPhone({ phone: SUPPLIER, name: 'Fornecedor', role: 'company' })
  const device = openSession(simulator)
  afterThisTest(device.close)
  await device.link(phone)
  await session.say(SUPPLIER, 'um')
  await device.hears('um')
  await phone.gets('um')
  // As when WhatsApp tells that a device of theirs is gone, and it was the phone.
  session.db.exec(`DELETE FROM session_rows WHERE type = 'session' AND id IN
    (SELECT substr(id, 1, instr(id, '.')) || '0' FROM session_rows WHERE type = 'session' AND id NOT LIKE '%.0')`)
  const unmute = simulator.intercept((_connection, { attrs }) => (attrs.xmlns === 'encrypt' ? 'drop' : undefined))
  const { outcome, id } = await session.say(SUPPLIER, 'dois')
  expect(outcome).toBe('unknown')
  unmute()
  expect(await session.say(SUPPLIER, 'dois', { externalId: id })).toMatchObject({ outcome: 'sent' })
  await phone.gets('dois')
})

/** The line dies in the moment the message is on it: the phone's request for it again finds us only after the restart. */
async function diedWithAnUnreadable() {
  const testbed = await linkedTestbed({ limits: { ack: 100 } })
  await testbed.session.say(MARIA, 'primeiro')
  await testbed.maria.gets('primeiro')
  await testbed.simulator.run({ do: 'setFault', name: 'unreadable', on: true, times: 1 })
  const unmute = testbed.simulator.intercept((connection, { tag }) => {
    if (tag === 'message') connection.isMuted = true
    return undefined
  })
  const { id } = await testbed.session.say(MARIA, 'segundo')
  unmute()
  await testbed.session.close()
  return { ...testbed, id }
}

test('a phone that cannot read our message gets it again, even when we restarted in between', async () => {
  const { session, simulator, maria, id } = await diedWithAnUnreadable()
  expect(maria.message(COMPANY, id)?.text).toBeUndefined()
  const next = openSession(simulator, { db: session.db })
  afterThisTest(next.close)
  next.sent.set(id, session.sent.get(id) as Outgoing)
  next.channel.start(REF)
  await maria.gets('segundo')
})

test('who asks again while nobody says which devices there are gets it later: our server is told', async () => {
  const { session, simulator, id } = await diedWithAnUnreadable()
  await simulator.run({ do: 'setFault', name: 'usyncSilent', on: true })
  const repeatRefused: string[] = []
  const next = openSession(simulator, {
    db: session.db,
    limits: { query: 100 },
    listener: { repeatRefused: (_ref, externalId) => void repeatRefused.push(externalId) },
  })
  afterThisTest(next.close)
  next.sent.set(id, session.sent.get(id) as Outgoing)
  next.channel.start(REF)
  await until(() => repeatRefused.includes(id), 15_000)
})

const MARIAS = `${MARIA}@s.whatsapp.net`

/** Maria's phone asks for this again, without keys. */
const requestFor = (id: string) =>
  node('receipt', { id, from: MARIAS, type: 'retry', t: '1' }, [node('retry', { count: '1', id, t: '1', v: '1' })])

async function saidAndTold(options: Parameters<typeof linkedTestbed>[0] = {}) {
  const repeatRefused: string[] = []
  const testbed = await linkedTestbed({
    ...options,
    listener: { repeatRefused: (_ref, externalId) => void repeatRefused.push(externalId) },
  })
  const { id } = await testbed.session.say(MARIA, 'x')
  const connection = await openConnectionOf(testbed.simulator, COMPANY)
  return { ...testbed, id, connection, isTold: () => until(() => repeatRefused.includes(id), 15_000) }
}

test('who asks again while nobody hands out keys gets it later: our server is told', async () => {
  const { simulator, id, connection, isTold } = await saidAndTold()
  await simulator.run({ do: 'setFault', name: 'prekeyError', on: true, value: 503 })
  connection.send(requestFor(id))
  await isTold()
})

test('so does who asks again with other devices than before, while nobody says which', async () => {
  const { simulator, id, connection, isTold } = await saidAndTold({ limits: { query: 100 } })
  await simulator.run({ do: 'setFault', name: 'usyncSilent', on: true })
  const changed = node('update', {}, [node('device', { jid: MARIAS })])
  connection.send(node('notification', { id: 'changed', from: MARIAS, type: 'devices', t: '1' }, [changed]))
  connection.send(requestFor(id))
  await isTold()
})

test('who asks again for what was deleted a moment ago does not get it, and has an answer', async () => {
  const { session, simulator, maria } = await linkedTestbed()
  const { id } = await session.say(MARIA, 'engano')
  await maria.gets('engano')
  session.sent.delete(id)
  const said: string[] = []
  simulator.intercept((_connection, { tag, attrs }) => {
    if (attrs.id === id && (tag === 'message' || attrs.type === 'retry')) said.push(`${tag} ${attrs.type}`)
    return undefined
  })
  const connection = await openConnectionOf(simulator, COMPANY)
  connection.send(requestFor(id))
  await until(() => said.includes('ack retry'))
  expect(said).toEqual(['ack retry'])
})
