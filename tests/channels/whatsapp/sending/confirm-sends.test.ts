/** "Sent" means that WhatsApp confirmed it. */
import { afterEach, expect } from 'bun:test'
import type { Outgoing } from '../../../../src/channels/channel'
import { node } from '../../../../src/simulator/wire/nodes'
import { test } from '../../../support/trace'
import { openConnectionOf } from '../server-connection'
import { COMPANY, MARIA, openSession, REF, until } from '../support'
import { afterThisTest, linkedTestbed, runCleanups } from '../testbed'

afterEach(runCleanups)

test('a message to a number without an account is refused', async () => {
  const { session } = await linkedTestbed()
  expect(await session.say('5511000000000', 'alô?')).toMatchObject({ outcome: 'refused', reason: 'notOnWhatsapp' })
})

test('without an answer about devices nothing is sent and the outcome stays open', async () => {
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

test('a refusal of WhatsApp is reported with its reason', async () => {
  const { session, simulator } = await linkedTestbed()
  await simulator.run({ do: 'setFault', name: 'ackError', on: true, value: 463, times: 1 })
  expect(await session.say(MARIA, 'x')).toMatchObject({ outcome: 'refused', reason: 'restricted' })
  await simulator.run({ do: 'setFault', name: 'ackError', on: true, value: 479, times: 1 })
  expect(await session.say(MARIA, 'x')).toMatchObject({ outcome: 'refused', reason: 'rejected' })
})

test('a missing acknowledgement is unknown, and resending the id makes no second message', async () => {
  const { session, simulator, maria } = await linkedTestbed({ limits: { ack: 300 } })
  await simulator.run({ do: 'setHabits', phone: MARIA, deliver: false })
  await simulator.run({ do: 'setFault', name: 'ackMissing', on: true, times: 1 })
  const { outcome, id } = await session.say(MARIA, 'uma vez')
  expect(outcome).toBe('unknown')
  expect(await session.say(MARIA, 'uma vez', { externalId: id })).toMatchObject({ outcome: 'sent' })
  await maria.gets('uma vez')
  expect(maria.messages(COMPANY).filter(({ text }) => text === 'uma vez')).toHaveLength(1)
})

test('waits for a late acknowledgement', async () => {
  const { session, simulator } = await linkedTestbed()
  // Otherwise her phone's receipt would be the answer.
  await simulator.run({ do: 'setHabits', phone: MARIA, deliver: false })
  await simulator.run({ do: 'setFault', name: 'ackLate', on: true, value: 400 })
  expect(await session.say(MARIA, 'x')).toMatchObject({ outcome: 'sent' })
})

test('a connection lost with the message in flight: the outcome is notNow, and the same id succeeds after reconnecting', async () => {
  const { session, simulator, maria } = await linkedTestbed()
  await simulator.run({ do: 'setFault', name: 'dropOnMessage', on: true, times: 1 })
  const { outcome, id } = await session.say(MARIA, 'no ar')
  expect(outcome).toBe('notNow')
  await session.becomes('CONNECTED')
  expect(await session.say(MARIA, 'no ar', { externalId: id })).toMatchObject({ outcome: 'sent' })
  await maria.gets('no ar')
})

test('a pending send ends with its session, not with the time-out of its query', async () => {
  const { session, simulator } = await linkedTestbed({ limits: { query: 60_000 } })
  await simulator.run({ do: 'setFault', name: 'usyncSilent', on: true })
  const saying = session.say(MARIA, 'alguém?')
  await Bun.sleep(50)
  await session.channel.stop(REF)
  expect(await Promise.race([saying, Bun.sleep(2_000)])).toMatchObject({ outcome: 'notNow' })
})

test('missing keys are no refusal: the same id succeeds when keys are available', async () => {
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

test('without the phone’s keys it is not sent to other devices; it is sent to all when keys are available', async () => {
  const { session, simulator } = await linkedTestbed({ limits: { query: 250 } })
  const SUPPLIER = '552130421181'
  const phone = simulator.addPhone({ phone: SUPPLIER, name: 'Fornecedor', role: 'company' })
  const device = openSession(simulator)
  afterThisTest(device.close)
  await device.link(phone)
  await session.say(SUPPLIER, 'um')
  await device.hears('um')
  await phone.gets('um')
  // As when WhatsApp reports a removed device, which was the phone.
  session.db.exec(`DELETE FROM session_rows WHERE type = 'session' AND id IN
    (SELECT substr(id, 1, instr(id, '.')) || '0' FROM session_rows WHERE type = 'session' AND id NOT LIKE '%.0')`)
  const unmute = simulator.intercept((_connection, { attrs }) => (attrs.xmlns === 'encrypt' ? 'drop' : undefined))
  const { outcome, id } = await session.say(SUPPLIER, 'dois')
  expect(outcome).toBe('unknown')
  unmute()
  expect(await session.say(SUPPLIER, 'dois', { externalId: id })).toMatchObject({ outcome: 'sent' })
  await phone.gets('dois')
})

/**
 * The connection is lost while the message is in flight: the phone's retry request reaches us only after the restart.
 */
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

test('a phone that cannot decrypt our message gets it again, even after a restart in between', async () => {
  const { session, simulator, maria, id } = await diedWithAnUnreadable()
  expect(maria.message(COMPANY, id)?.text).toBeUndefined()
  const next = openSession(simulator, { db: session.db })
  afterThisTest(next.close)
  next.sent.set(id, session.sent.get(id) as Outgoing)
  next.channel.start(REF)
  await maria.gets('segundo')
})

test('a retry request without an answer about devices is passed to our server and answered later', async () => {
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

/** Maria's phone requests this again, without keys. */
const requestFor = (id: string) =>
  node('receipt', { id, from: MARIAS, type: 'retry', t: '1' }, [node('retry', { count: '1', id, t: '1', v: '1' })])

async function sentAndRequested(options: Parameters<typeof linkedTestbed>[0] = {}) {
  const repeatRefused: string[] = []
  const testbed = await linkedTestbed({
    ...options,
    listener: { repeatRefused: (_ref, externalId) => void repeatRefused.push(externalId) },
  })
  const { id } = await testbed.session.say(MARIA, 'x')
  const connection = await openConnectionOf(testbed.simulator, COMPANY)
  return { ...testbed, id, connection, isReported: () => until(() => repeatRefused.includes(id), 15_000) }
}

test('a retry request without available keys is passed to our server and answered later', async () => {
  const { simulator, id, connection, isReported } = await sentAndRequested()
  await simulator.run({ do: 'setFault', name: 'prekeyError', on: true, value: 503 })
  connection.send(requestFor(id))
  await isReported()
})

test('a retry request after a device change, without an answer about devices, is answered later', async () => {
  const { simulator, id, connection, isReported } = await sentAndRequested({ limits: { query: 100 } })
  await simulator.run({ do: 'setFault', name: 'usyncSilent', on: true })
  const changed = node('update', {}, [node('device', { jid: MARIAS })])
  connection.send(node('notification', { id: 'changed', from: MARIAS, type: 'devices', t: '1' }, [changed]))
  connection.send(requestFor(id))
  await isReported()
})

test('a retry request for a message that was just deleted is answered without the message', async () => {
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
