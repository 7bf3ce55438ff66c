/** A node that dies: its companies go on at the standby, with all that was acknowledged. */
import { expect, test } from 'bun:test'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { CONTROL } from '../../../src/platform/gate'
import { listCompanies } from '../../../src/tenancy/companies'
import { until } from '../../support/until'
import { afterThisTest } from '../../survival/support/cleanups'
import { startFleet } from './fleet'

test('what a killed node has received is on the standby, which takes its companies', async () => {
  const uuids: string[] = []
  const fleet = await startFleet((w) => {
    w.company('Padaria Sol')
    uuids.push(...listCompanies(w.server.databases.control).map(({ uuid }) => uuid))
  })
  const [, bakery = ''] = uuids
  const given = { settings: await fleet.settings('a'), dataDir: fleet.first, company: bakery }
  const a = Bun.spawn([process.execPath, join(import.meta.dir, 'node-process.ts'), JSON.stringify(given)], {
    stdin: 'pipe',
    stdout: 'pipe',
    stderr: 'inherit',
    env: { ...process.env, NODE_ENV: 'node' },
  })
  afterThisTest(() => a.kill('SIGKILL'))
  const said: string[] = []
  void (async () => {
    let text = ''
    for await (const bytes of a.stdout) {
      text += Buffer.from(bytes).toString()
      said.splice(0, said.length, ...text.split('\n').slice(0, -1))
    }
  })()
  await until(() => said.includes('ready'), 'node a', 60_000)
  const b = await fleet.open('b', fleet.emptyFolder())
  const { picture } = b.node.placement
  const isCopied = () => [...picture.owners.values()].every(({ value }) => value.isStandbyReady)
  await until(isCopied, 'copies of all companies')
  const lines = Array.from({ length: 20 }, (_, at) => `Mensagem ${at + 1}`)
  for (const line of lines) a.stdin.write(`${line}\n`)
  await a.stdin.flush()
  await until(() => said.length >= 12, 'some messages')
  a.kill('SIGKILL')
  await a.exited
  const acknowledged = said.filter((line) => line !== 'ready')
  const began = performance.now()
  await until(() => uuids.every((uuid) => b.server.databases.isAvailable(uuid)), 'the companies on b', 40_000)
  await until(() => b.node.placement.owns(CONTROL), 'control.db on b', 40_000)
  const took = performance.now() - began
  expect(took).toBeLessThan(15_000)
  const rows = b.server.cxOf(bakery).db.$client.prepare('SELECT body FROM messages ORDER BY id').pluck().all()
  const received = rows.filter((body) => String(body).startsWith('Mensagem'))
  expect(received).toEqual(lines.slice(0, received.length))
  expect(received.length).toBeGreaterThanOrEqual(acknowledged.length)
  expect(existsSync(join(b.dataDir, 'tenants', bakery, 'owner.json'))).toBe(true)
}, 180_000)
