/** Calls through WhatsApp: reported at each step, and refused on the caller's phone if our server says so. */
import { afterEach, expect } from 'bun:test'
import { node } from '../../../src/simulator/wire/nodes'
import { test } from '../../support/trace'
import { openConnectionOf } from './server-connection'
import { COMPANY, MARIA, until } from './support'
import { linkedTestbed, runCleanups } from './testbed'

afterEach(runCleanups)

test('a call is reported from its offer to its end', async () => {
  const { session, simulator } = await linkedTestbed()
  await simulator.run({ do: 'call', from: MARIA, to: COMPANY, seconds: 1 })
  await until(() => session.calls.some(({ step }) => step === 'ended'), 15_000)
  expect(session.calls.map(({ step }) => step)).toEqual(['offered', 'ended'])
  const [offer, end] = session.calls
  expect(offer).toMatchObject({ isGroup: false, isVideo: false, externalId: end?.externalId })
  expect(offer?.chat).toContainEqual({ kind: 'phone', value: MARIA })
})

test('the end of a call that began before the connection was lost still has the kind of call', async () => {
  const { session, simulator } = await linkedTestbed({ limits: { keepAlive: 100 } })
  const caller = `${MARIA}@s.whatsapp.net`
  const say = async (tag: string, id: string) => {
    const known = { 'call-id': 'C1', 'call-creator': caller, caller_pn: caller }
    const connection = await openConnectionOf(simulator, COMPANY)
    connection.send(node('call', { from: caller, id, t: 1 }, [node(tag, known, [node('video')])]))
  }
  await say('offer', '1')
  await until(() => session.calls.length === 1)
  await simulator.run({ do: 'dropConnections' })
  await session.becomes('TIMEOUT')
  await session.becomes('CONNECTED')
  await say('terminate', '2')
  await until(() => session.calls.length === 2)
  expect(session.calls).toMatchObject([
    { step: 'offered', isVideo: true },
    { step: 'ended', isVideo: true },
  ])
})

test('a refused call is refused on the network', async () => {
  const { simulator } = await linkedTestbed({ listener: { call: (_ref, { step }) => step === 'offered' } })
  await simulator.run({ do: 'call', from: MARIA, to: COMPANY, seconds: 60 })
  await until(
    () => simulator.trace().includes('<reject'),
    15_000,
    () => simulator.trace().slice(-2_000),
  )
})
