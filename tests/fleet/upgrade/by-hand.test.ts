/** Programs are replaced on one node after the other, by hand, while everybody works. */
import { describe, expect } from 'bun:test'
import { test } from '../../support/trace'
import { until } from '../../survival/support/until'
import { compareFiles } from '../rig/files'
import { command, untilOwned } from '../rig/fleet'
import { startProber } from '../rig/prober'
import { openWorld, type World } from '../rig/world'
import { findingsOf, startWriting, statusOf } from './support/fleet-to-update'
import { installVersions, NEW, NEXT, OLD, type Version } from './support/versions'

const size = { seed: 1, servers: 1, nodes: 3, companies: 2, customers: 2 } as const

/** A node whose program is older than the data of some companies. */
async function startAgain(node: World['nodes'][number] | undefined): Promise<void> {
  await node?.stop()
  await node?.start()
  expect(node?.log()).toContain('companies of the fleet have data of a newer version')
}

describe('an upgrade by hand', () => {
  test('of node after node, both schemas included, loses nothing, and somebody always answers', async () => {
    const programs = await installVersions({ TEST_UPDATE_MIGRATES: '1' })
    const world = await openWorld({ ...size, program: programs.of(OLD) })
    const { fleet, nodes, timeline } = world
    if (!fleet) throw new Error('no fleet')
    const load = startWriting(world)
    const prober = startProber(world)
    for (const [at, node] of nodes.entries()) {
      const other = nodes[(at + 1) % nodes.length]
      if (!other) throw new Error('no other node')
      await command(other, 'fleet', 'drain', node.name)
      timeline.note(`${node.name} is empty`)
      expect(await node.stop()).toBe(0)
      node.install(programs.of(NEW))
      await node.start()
      timeline.note(`${node.name} runs the new version`)
      await command(other, 'fleet', 'drain', node.name, '--stop')
      if (at === 0) await startAgain(nodes[2])
      await untilOwned(fleet)
    }
    const findings = await findingsOf(world, load)
    await prober.stop()
    const { nodes: shown } = await statusOf(world)
    const schemas = JSON.parse(await command(nodes[0] as (typeof nodes)[0], 'migrate', 'status', '--json'))
    expect(schemas).toContainEqual({ database: 'control.db', step: expect.any(Number), of: expect.any(Number) })
    expect(schemas.length).toBeGreaterThan(world.companies.length)
    findings.push(...(await compareFiles(world))) // stops the nodes
    const report = [String(timeline), ...prober.outages.map((one) => JSON.stringify(one))].join('\n')
    console.log(report)
    expect(findings, report).toEqual([])
    expect(shown.map(({ version }) => version)).toEqual([NEW, NEW, NEW])
    expect(Math.max(0, ...prober.outages.map(({ from, until: end }) => end - from))).toBeLessThan(15)
  }, 600_000)
})

/** Starts it with the version, and returns what it says when it does not stay. */
async function refusedStart(node: World['nodes'][number], program: readonly string[]): Promise<string> {
  node.install(program)
  const began = performance.now()
  const why = await node.start().then(
    () => undefined,
    (error: Error) => error.message,
  )
  expect(performance.now() - began).toBeLessThan(45_000) // it waits for nothing
  if (why === undefined) throw new Error(`${node.name} serves`)
  return why
}

describe('a version', () => {
  test('two steps from the others, or older than the data, is refused in words, and leaves nothing', async () => {
    const programs = await installVersions({ TEST_UPDATE_MIGRATES: '1', TEST_UPDATE_BREAKS: '1' })
    const world = await openWorld({ ...size, customers: 1, nodes: 2, program: programs.of(OLD) })
    const [first, second] = world.nodes
    if (!first || !second || !world.fleet) throw new Error('no nodes')
    const change = async (node: typeof first, version: Version) => {
      await node.stop()
      node.install(programs.of(version))
      await node.start()
    }
    await second.stop()
    expect(await refusedStart(second, programs.of(NEXT))).toMatch(
      /version 1\.2\.0 .* node "n1" runs 1\.0\.0 .* upgrade this node to a version in between first|"n1" to a version in between/i,
    )
    await change(second, NEW) // brings control.db where the version before must not read it
    await until(() => /can read, and this one knows/.test(first.log()), { every: 100 })
    await first.stop()
    expect(await refusedStart(first, programs.of(OLD))).toMatch(
      /programs that know \d+ can read, and this one knows \d+\. Upgrade this node/,
    )
    const { nodes, companies } = await statusOf(world)
    expect(nodes.filter(({ isRunning }) => isRunning).map(({ name }) => name)).toEqual(['n2'])
    expect(companies.map(({ owner }) => owner)).toEqual(companies.map(() => 'n2'))
    await change(first, NEW)
    await untilOwned(world.fleet)
  }, 300_000)
})
