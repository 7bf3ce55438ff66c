/** A node that leaves ends for good, and one that will never come back is removed; with processes of the product. */
import { expect, test } from 'bun:test'
import type { FleetStatus } from '../../../src/fleet/placement/status'
import { until } from '../../survival/support/until'
import { startFleet } from './fleet'
import { startNode } from './product-process'

const isRunning = ({ nodes }: FleetStatus, node: string) => nodes.some((one) => one.name === node && one.isRunning)

test('its process ends with 5, its order too; the fleet goes on without it, and without one that has died', async () => {
  const fleet = await startFleet((w) => w.company('Padaria Sol'))
  const [settings, others] = [await fleet.settings('a'), await fleet.settings('b')]
  const a = await startNode(settings, fleet.first)
  const b = await startNode(others, fleet.emptyFolder())
  const areCopied = async () => (await b.status()).companies.every(({ isStandbyReady }) => isStandbyReady)
  await until(areCopied, { why: () => 'copies of all companies' })

  const left = await a.command('fleet', 'leave')
  expect({ code: left.code, err: left.err.replaceAll(/^a: .*\n/gm, '') }).toEqual({ code: 0, err: '' })
  expect(JSON.parse(left.out)).toEqual({ node: 'a', left: true })
  expect(await a.exited).toBe(5)
  const alone = await b.status()
  expect(new Set(alone.companies.map(({ owner }) => owner))).toEqual(new Set(['b']))
  expect(isRunning(alone, 'a')).toBe(false)

  // Its order has gone with it, so it may join again.
  const again = await startNode(settings, fleet.first)
  await until(areCopied, { why: () => 'copies on a' })
  await again.kill()
  await until(async () => !isRunning(await b.status(), 'a'), { why: () => 'the end of the lease' })
  const removed = await b.command('fleet', 'leave', 'a')
  expect([removed.code, JSON.parse(removed.out || '{}')]).toEqual([0, { node: 'a', left: true }])
  const unknown = await b.command('fleet', 'leave', 'z')
  expect([unknown.code, unknown.err]).toEqual([1, expect.stringContaining('knows no node')])
}, 240_000)
