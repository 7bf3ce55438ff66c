/** Owners that are processes of their own, and are killed or stopped. */
import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { COME_AGAIN, TRY_LATER } from '../../src/fleet/forwarding/relays'
import { COMPANY, type NodeOptions, newFleet } from '../support/fleet-nodes'
import { until } from '../support/until'
import { afterThisTest } from '../survival/support/cleanups'

const PROGRAM = join(import.meta.dir, '../support/fleet-node-process.ts')

async function ownedByProcess(options: Partial<NodeOptions> = {}) {
  const fleet = newFleet()
  const a = fleet.open('a', { handle: () => new Response('a'), ...options })
  fleet.open('b', { handle: () => new Response('a stand-in for the address of b') })
  fleet.open('c', { handle: () => new Response('c') })
  const child = Bun.spawn([process.execPath, PROGRAM, 'b'], {
    env: { ...process.env, FLEET_CERTIFICATE: JSON.stringify(fleet.authority.node('b')) },
    stdout: 'pipe',
    stderr: 'inherit',
  })
  afterThisTest(() => child.kill('SIGKILL'))
  const lines: string[] = []
  void (async () => {
    for await (const chunk of child.stdout) lines.push(...Buffer.from(chunk).toString().trim().split('\n'))
  })()
  const first = await until(() => lines[0], 'the process to listen')
  fleet.replace('b', `https://127.0.0.1:${JSON.parse(first).port}`)
  fleet.move(COMPANY, 'b')
  const ask = (path: string, init: RequestInit = {}) =>
    fetch(`${a.url}${path}`, { ...init, headers: { 'x-company': COMPANY } })
  expect(await (await ask('/api/x')).text()).toBe('the process answers')
  return { fleet, a, child, ask, isHanging: () => lines.includes('hanging') }
}

test('a killed owner breaks off the answer that has begun, and a change has no known outcome', async () => {
  const { a, child, ask, isHanging } = await ownedByProcess()
  const response = await ask('/api/endless')
  const reader = response.body?.getReader()
  await reader?.read()
  const change = ask('/api/hang', { method: 'POST', body: 'x' })
  await until(isHanging, 'the change to begin')
  child.kill('SIGKILL')
  const readAll = async () => {
    for (;;) if ((await reader?.read())?.done) return 'complete'
  }
  expect(await readAll().catch(() => 'broken off')).toBe('broken off')
  expect((await change).status).toBe(504)
  await until(() => a.door.load.requests === 0, 'the requests to be forgotten')
})

test('reading moves on from a stopped owner, and a change is answered when it runs again', async () => {
  const { fleet, a, child, ask } = await ownedByProcess()
  child.kill('SIGSTOP')
  const [reading, change] = [ask('/api/x'), ask('/api/x', { method: 'POST', body: 'x' })]
  await until(() => a.door.load.requests === 2, 'both to be sent')
  fleet.move(COMPANY, 'c')
  expect(await (await reading).text()).toBe('c')
  child.kill('SIGCONT')
  expect(await (await change).text()).toBe('the process answers')
})

test.each(['SIGKILL', 'SIGSTOP'] as const)('pages come again after %s of the owner', async (signal) => {
  const { a, child } = await ownedByProcess({ pingEvery: 100 })
  const page = new WebSocket(`${a.url.replace('http', 'ws')}/ws/${COMPANY.replaceAll('-', '')}`)
  const frames: unknown[] = []
  const ended = new Promise<number>((resolve) => {
    page.onclose = ({ code }) => resolve(code)
  })
  page.onmessage = ({ data }) => void frames.push(data)
  page.onopen = () => page.send('echo')
  await until(() => frames.length > 0, 'the echo')
  child.kill(signal)
  expect(await ended).toBe(COME_AGAIN)
  await until(() => a.door.load.sockets === 0, 'the relay to be forgotten')
})

test('a page that opens while the owner is stopped is told to try later', async () => {
  const { a, child } = await ownedByProcess({ moveWithin: 100 })
  child.kill('SIGSTOP')
  const page = new WebSocket(`${a.url.replace('http', 'ws')}/ws/${COMPANY.replaceAll('-', '')}`)
  page.onopen = () => page.send('echo')
  expect(
    await new Promise((resolve) => {
      page.onclose = ({ code }) => resolve(code)
    }),
  ).toBe(TRY_LATER)
})
