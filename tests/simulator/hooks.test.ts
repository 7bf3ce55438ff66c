/** The receiver of webhooks on the simulator's port. */
import { expect } from 'bun:test'
import { newSecret, signedHeaders } from '../../src/platform/webhook-signature'
import type { HookAnswer, HookList } from '../../src/simulator/hooks/contract'
import { test } from '../support/trace'
import { testbed } from './support/world'

async function receiver() {
  const { simulator } = await testbed()
  const secret = newSecret()
  const body = JSON.stringify({ type: 'webhook.test' })
  const deliver = (id: string, sent = body, signal?: AbortSignal) => {
    const headers = signedHeaders([secret], { id, timestamp: Math.floor(Date.now() / 1000), body })
    return fetch(simulator.state().hooks.url, { method: 'POST', headers, body: sent, ...(signal && { signal }) })
  }
  const answers = (answer: HookAnswer) => simulator.run({ do: 'setHookAnswer', answer })
  const list = async () =>
    ((await (await fetch(`${simulator.origin}/control/hooks`)).json()) as HookList).hooks.map(
      ({ eventId, type, fault, status, isRepeated }) => [eventId, type, fault, status, isRepeated],
    )
  return { simulator, secret, deliver, answers, list }
}

test('shows what arrives, with its signature checked, and answers as told', async () => {
  const { simulator, secret, deliver, answers, list } = await receiver()
  expect((await deliver('a')).status).toBe(200)
  await simulator.run({ do: 'setHookSecret', secret })
  await answers('error')
  expect((await deliver('b')).status).toBe(500)
  await answers('gone')
  expect((await deliver('b')).status).toBe(410)
  expect((await deliver('c', '{"type":"forged"}')).status).toBe(400)
  expect(await list()).toEqual([
    ['c', 'forged', 'signature', 400, false],
    ['b', 'webhook.test', null, 410, true],
    ['b', 'webhook.test', null, 500, false],
    ['a', 'webhook.test', 'noSecret', 200, false],
  ])
  expect(simulator.state().hooks).toMatchObject({ arrived: 4, kept: 4, answer: 'gone', hasSecret: true })
  await simulator.run({ do: 'emptyHooks' })
  expect(await list()).toEqual([])
})

test('answers later than a sender waits, refuses too much, and is not for browsers', async () => {
  const { simulator, deliver, answers } = await receiver()
  await answers('slow')
  await expect(deliver('a', undefined, AbortSignal.timeout(100))).rejects.toThrow()
  expect(simulator.state().hooks.arrived).toBe(1)
  expect((await deliver('b', 'x'.repeat(70_000))).status).toBe(413)
  const headers = { origin: 'http://evil.example' }
  expect((await fetch(simulator.state().hooks.url, { method: 'POST', headers })).status).toBe(403)
})
