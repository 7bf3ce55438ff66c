/** A fleet as `balcao fleet init` writes it, with its NATS servers as processes on loopback. */
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Subprocess, spawn } from 'bun'
import { installationOf } from '../../../src/fleet/keys'
import type { FleetSettings } from '../../../src/fleet/settings'
import { writeBundles } from '../../../src/fleet/setup/bundle'
import { createWhenServersAnswer } from '../../../src/fleet/setup/create'
import { type FleetPlan, listMachines, type MachinePlan, monitorAddressOf } from '../../../src/fleet/setup/plan'
import { NATS_CONFIGURATION, NATS_STORE } from '../../../src/fleet/setup/units'
import { loadSecret } from '../../../src/platform/secret'
import { boundOf } from '../../support/bound'
import { freePort } from '../../support/free-port'
import { natsProgram } from '../../support/nats'

export const HOSTS = ['127.0.0.2', '127.0.0.3', '127.0.0.4']
const NAMES = ['a', 'b', 'c']

/** A port of which those 2000 and 4000 above are free, too. */
async function freeServerPort(): Promise<number> {
  for (;;) {
    const port = await freePort()
    if (port > 60_000) continue
    const free = await Promise.all([port, port + 2000, port + 4000].map(isFree))
    if (free.every(Boolean)) return port
  }
}

const isFree = (port: number) =>
  new Promise<boolean>((resolve) => {
    const probe = createServer()
    probe.once('error', () => resolve(false))
    probe.listen(port, '0.0.0.0', () => probe.close(() => resolve(true)))
  })

/** Three servers, and so many nodes, on addresses of loopback. */
export async function newPlan(nodes = 3): Promise<FleetPlan> {
  const servers = await Promise.all(
    HOSTS.map(async (host, at) => ({ name: NAMES[at] ?? '', host, port: await freeServerPort() })),
  )
  const places = Array.from({ length: nodes }, async (_, at) => ({
    name: `node-${at + 1}`,
    host: HOSTS[at % HOSTS.length] ?? '',
    port: await freePort(),
  }))
  return { servers, nodes: await Promise.all(places), room: 4 }
}

export type MadeFleet = {
  readonly plan: FleetPlan
  /** Where the machines' folders are. */
  readonly folder: string
  readonly secret: Buffer
  readonly installation: string
  readonly machines: readonly MachinePlan[]
  folderOf(node: string): string
  settingsOf(node: string): FleetSettings
  remove(): void
}

export function makeFleet(plan: FleetPlan, version = '1.0.0'): MadeFleet {
  const folder = mkdtempSync(join(tmpdir(), 'balcao-fleet-'))
  const keys = join(folder, 'installation')
  mkdirSync(keys)
  const secret = loadSecret(keys)
  const installation = installationOf(secret)
  const machines = writeBundles({ folder, plan, installation, secret, now: Date.now(), version })
  const folderOf = (node: string) => {
    const machine = machines.find(({ nodes }) => nodes.some(({ name }) => name === node))
    return join(folder, machine?.folder ?? '', node)
  }
  return {
    plan,
    folder,
    secret,
    installation,
    machines,
    folderOf,
    settingsOf(node) {
      const own = folderOf(node)
      return {
        servers: plan.servers.map(({ host, port }) => `nats://${host}:${port}`),
        node,
        address: '127.0.0.1:1',
        ca: join(own, 'ca.pem'),
        cert: join(own, 'node.pem'),
        key: join(own, 'node.key'),
      }
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}

export type RunningServers = {
  /** Creates the streams, as `fleet init --create`. */
  create(): Promise<void>
  /** SIGKILL. */
  kill(server: string): Promise<void>
  stop(): Promise<void>
}

/** Runs what the folders contain; only the paths are others than on a machine. */
export async function startServers(
  fleet: Pick<MadeFleet, 'plan' | 'folder' | 'installation'>,
): Promise<RunningServers> {
  const { plan, folder, installation } = fleet
  const program = natsProgram()
  const running = new Map<string, Subprocess>()
  for (const { server, folder: name } of listMachines(plan)) {
    if (!server) continue
    const nats = join(folder, name, 'nats')
    const store = join(folder, `store-${server.name}`)
    const text = readFileSync(join(nats, 'nats.conf'), 'utf8')
    const path = join(folder, `${server.name}.conf`)
    writeFileSync(path, text.replaceAll(NATS_CONFIGURATION, nats).replaceAll(NATS_STORE, store))
    const process = spawn([program, '-c', path, '-l', join(folder, `${server.name}.log`)], {
      stdio: ['ignore', 'ignore', 'ignore'],
    })
    running.set(server.name, process)
  }
  const stop = async () => {
    for (const process of running.values()) process.kill('SIGKILL')
    await Promise.all([...running.values()].map(({ exited }) => exited))
  }
  const bound = boundOf(60_000)
  for (const server of plan.servers) {
    const isHealthy = () =>
      fetch(`http://${monitorAddressOf(server)}/healthz`, { signal: AbortSignal.timeout(2000) }).then(
        ({ ok }) => ok,
        () => false,
      )
    while (!(await isHealthy())) {
      const ended = running.get(server.name)?.exitCode
      if ((ended ?? null) !== null || bound.isOver()) {
        await stop()
        throw new Error(`server ${server.name}: ${readFileSync(join(folder, `${server.name}.log`), 'utf8')}`)
      }
      await Bun.sleep(20)
    }
  }
  return {
    create: () =>
      createWhenServersAnswer({
        folder,
        plan,
        installation,
        now: Date.now,
        signal: AbortSignal.timeout(60_000),
        waiting() {},
        pauseMs: 100,
      }),
    async kill(server) {
      running.get(server)?.kill('SIGKILL')
      await running.get(server)?.exited
    },
    stop,
  }
}
