/** A fleet whose executables can be updated, and a server with the release. */
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { FleetStatus } from '../../../../src/fleet/placement/status'
import { type Attempt, programPath, readUpdateState } from '../../../../src/operator/update/programs'
import { afterThisTest } from '../../../survival/support/cleanups'
import { until } from '../../../survival/support/until'
import { offerRelease, put } from '../../../survival/support/updatable'
import { command, untilOwned } from '../../rig/fleet'
import { judge, waitUntilIdle } from '../../rig/judge'
import { nothingTold, startLoad } from '../../rig/load'
import type { RigNode } from '../../rig/nodes'
import { openWorld, type RigSize, type World } from '../../rig/world'
import { installVersions, NEW, OLD } from './versions'

type Options = Pick<RigSize, 'nodes' | 'customers'> & {
  /** For all processes. */
  readonly env?: Readonly<Record<string, string>>
}

export async function openFleetToUpdate({ env = {}, ...size }: Options) {
  const home = mkdtempSync(join(tmpdir(), 'release-'))
  const releases = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    async fetch(request) {
      const file = Bun.file(join(home, new URL(request.url).pathname))
      return (await file.exists()) ? new Response(file) : new Response('none', { status: 404 })
    },
  })
  afterThisTest(async () => {
    await releases.stop(true)
    rmSync(home, { recursive: true, force: true })
  })
  const programs = await installVersions({
    ...env,
    BALCAO_UPDATE_ADDRESS: `http://127.0.0.1:${releases.port}/`,
  })
  await offerRelease(home, NEW, programs.built)
  const world = await openWorld({ seed: 1, servers: 1, companies: 2, ...size, program: programs.of(OLD) })
  if (!world.fleet) throw new Error('no fleet')
  // A watcher that has become the server is nobody's child.
  afterThisTest(() => {
    for (const pid of processesOn(world.folder)) process.kill(pid, 'SIGKILL')
  })
  // As after a download.
  for (const { dataDir } of world.nodes) put(programs.built, programPath(dataDir, NEW))
  const owners = async () => ownersIn(await statusOf(world))
  return {
    world,
    fleet: world.fleet,
    owners,
    /** One company on each of two nodes. */
    async spread() {
      const [{ uuid } = { uuid: '' }, second] = [world.companies[1], world.nodes[1]]
      if (!second) throw new Error('no second node')
      await command(second, 'fleet', 'move', uuid, second.name)
      await until(async () => (await owners()).get(uuid) === second.name, { every: 100 })
      if (world.fleet) await untilOwned(world.fleet)
      return owners()
    },
    attemptOf: ({ dataDir }: RigNode): Attempt | undefined => readUpdateState(dataDir).attempts[0],
  }
}

const processesOn = (folder: string): number[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((name) => {
      try {
        return readFileSync(`/proc/${name}/cmdline`, 'utf8').includes(`${folder}/n`)
      } catch {
        return false // it has ended meanwhile
      }
    })
    .map(Number)

export async function statusOf({ nodes }: World): Promise<FleetStatus> {
  const node = nodes.find((one) => one.state() === 'up')
  if (!node) throw new Error('no node runs')
  return JSON.parse(await command(node, 'fleet', 'status', '--json')) as FleetStatus // the contract of the command
}

const ownersIn = ({ companies }: FleetStatus) => new Map(companies.map(({ uuid, owner }) => [uuid, owner]))

/** Everybody writes, until `stop`. */
export function startWriting(world: World) {
  const told = nothingTold()
  return { ...startLoad({ world, seed: world.size.seed, told }), told }
}

/** What is lost, doubled or refused. */
export async function findingsOf(world: World, load: ReturnType<typeof startWriting>): Promise<string[]> {
  await load.stop()
  const waiting = await waitUntilIdle(world, load.told)
  let found: string[] = []
  // An edit that has taken effect leaves the journal a moment later.
  await until(
    async () => {
      found = await judge(world, load.told)
      return found.length === 0
    },
    { within: 10_000, every: 500 },
  ).catch(() => {})
  return [...waiting, ...found, ...load.told.refused]
}
