/** `balcao update` on the machines of a fleet, one after the other, while everybody works. */
import { describe, expect } from 'bun:test'
import { isLong } from '../../support/long'
import { test } from '../../support/trace'
import { until } from '../../survival/support/until'
import { compareFiles } from '../rig/files'
import { command } from '../rig/fleet'
import { startProber } from '../rig/prober'
import { findingsOf, openFleetToUpdate, startWriting, statusOf } from './support/fleet-to-update'
import { NEW, OLD } from './support/versions'

/** The short lane updates a fleet in turn, which is the same for each machine. */
const inFull = (...[name, run, timeoutMs]: Parameters<typeof test>) => isLong && test(name, run, timeoutMs)

describe('balcao update', () => {
  inFull(
    'on one machine after the other brings all to the new version, and the companies back',
    async () => {
      const { world, owners, spread, attemptOf } = await openFleetToUpdate({
        nodes: 3,
        customers: 2,
        env: { TEST_UPDATE_MIGRATES: '1' },
      })
      const before = await spread()
      const load = startWriting(world)
      const prober = startProber(world)
      for (const node of world.nodes) {
        expect(await command(node, 'update', '--yes')).toContain(`Version ${NEW} serves.`)
        world.timeline.note(`${node.name} is updated`)
      }
      await until(async () => JSON.stringify([...(await owners())]) === JSON.stringify([...before]), {
        every: 500,
        within: 60_000,
        why: async () => JSON.stringify([...(await owners())]),
      })
      const { nodes } = await statusOf(world)
      expect(nodes.map(({ version }) => version)).toEqual([NEW, NEW, NEW])
      for (const node of world.nodes) {
        expect(attemptOf(node)).toMatchObject({ phase: 'good', cause: null })
        expect(attemptOf(node)?.steps.map(({ step }) => step)).toContain('drain')
      }
      await prober.stop()
      const report = [String(world.timeline), ...prober.outages.map((one) => JSON.stringify(one))].join('\n')
      console.log(report)
      expect([...(await findingsOf(world, load)), ...(await compareFiles(world))], report).toEqual([])
      expect(Math.max(0, ...prober.outages.map(({ from, until: end }) => end - from))).toBeLessThan(15)
    },
    600_000,
  )

  const faulty: [string, Record<string, string>, RegExp][] = [
    [
      'fails in the middle of a migration',
      { TEST_UPDATE_FAULT: 'half', TEST_UPDATE_MIGRATES: '1' },
      /integer overflow/,
    ],
    ['dies with its doors open', { TEST_UPDATE_FAULT: 'dies' }, /ended unexpectedly/],
  ]
  for (const [what, env, cause] of isLong ? faulty : faulty.slice(0, 1))
    test(`goes back from a version that ${what}, and no database goes back with it`, async () => {
      const { world, owners, attemptOf } = await openFleetToUpdate({ nodes: 2, customers: 1, env })
      const [first] = world.nodes
      if (!first) throw new Error('no node')
      const before = await owners()
      const load = startWriting(world)
      const said = await command(first, 'update', '--yes').catch((error: Error) => error.message)
      expect(said, JSON.stringify(attemptOf(first), null, 1)).toContain('did not hold')
      expect(attemptOf(first)).toMatchObject({ phase: 'failed', cause: expect.stringMatching(cause) })
      await until(async () => JSON.stringify([...(await owners())]) === JSON.stringify([...before]), {
        every: 500,
        within: 60_000,
        why: async () => JSON.stringify([...(await owners())]),
      })
      const { nodes } = await statusOf(world)
      expect(nodes.map(({ version }) => version)).toEqual([OLD, OLD])
      expect(await findingsOf(world, load), String(world.timeline)).toEqual([])
    }, 300_000)

  inFull(
    'stays with a version that no longer holds after it has brought control.db further',
    async () => {
      const env = { TEST_UPDATE_FAULT: 'dies', TEST_UPDATE_MIGRATES: '1' }
      const { world, attemptOf } = await openFleetToUpdate({ nodes: 2, customers: 1, env })
      const [first] = world.nodes
      if (!first) throw new Error('no node')
      const load = startWriting(world)
      const said = await command(first, 'update', '--yes').catch((error: Error) => error.message)
      expect(said, JSON.stringify(attemptOf(first), null, 1)).toContain('did not hold')
      expect(attemptOf(first)).toMatchObject({
        phase: 'failed',
        cause: expect.stringContaining('1.0.0 cannot own control.db any more'),
      })
      await until(async () => (await statusOf(world)).nodes.every(({ isRunning }) => isRunning), { every: 500 })
      const { nodes } = await statusOf(world)
      expect(nodes.map(({ version }) => version)).toEqual([NEW, OLD])
      expect(await findingsOf(world, load), String(world.timeline)).toEqual([])
    },
    300_000,
  )
})
