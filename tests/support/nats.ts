/** NATS servers on this machine for tests: one, or a cluster, with folders of their own. */

import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { type Subprocess, spawn, spawnSync } from 'bun'
import { boundOf } from './bound'
import { freePort } from './free-port'

const tools = resolve(import.meta.dir, '../../.tools/nats')

export type Release = 'testing' | 'bookworm'
export type NatsOptions = {
  readonly servers?: 1 | 2 | 3
  /** Debian's release that the program is of; usually `testing`. */
  readonly release?: Release
  /** The lines of `jetstream { … }`, without the folder. */
  readonly jetstream?: string
  readonly maxPayload?: string
  /** The folder of the servers' stores; usually a new one, which `stop` removes. */
  readonly folder?: string
  /** Lines that replace the accounts of `balcao fleet init`. */
  readonly accounts?: string
  readonly tls?: string
  readonly clusterTls?: string
  /** Where a server stores, if not in its folder, and what is put before its command. Asked at each start. */
  readonly diskOf?: (name: string) => { readonly store: string; prefix(): readonly string[] } | undefined
  /** Given the ports at which the servers listen for each other: the port by which one reaches another. */
  readonly routeBy?: (ports: Readonly<Record<string, number>>) => Promise<(from: string, to: string) => number>
}
export type NatsServer = {
  readonly name: string
  readonly address: string
  readonly monitor: string
  readonly store: string
  pid(): number
  /** SIGKILL. */
  kill(): Promise<void>
  pause(): void
  resume(): void
  /** Starts it again, on its old folder and port; with other lines of `jetstream { … }` if they are given. */
  start(jetstream?: string): Promise<void>
}
export type Nats = {
  readonly servers: readonly NatsServer[]
  /** As in BALCAO_FLEET. */
  readonly urls: string
  leaderOf(stream: string): Promise<NatsServer>
  /** Waits until each server runs JetStream and has caught up. */
  whole(): Promise<void>
  stop(): Promise<void>
}

const SAFE = 'max_file_store: 4GB, sync_interval: always'

/** The system account answers the nodes' question about the servers' settings, and nothing else. */
export const usualAccounts = (users = 'users: [ { user: node, password: node } ]') => `accounts {
  SYS { exports: [ { service: "$SYS.REQ.SERVER.PING.JSZ", response: stream } ] }
  BALCAO {
    jetstream: enabled
    ${users}
    imports: [ { service: { account: SYS, subject: "$SYS.REQ.SERVER.PING.JSZ" } } ]
  }
}
system_account: SYS
no_auth_user: node`

export function natsProgram(release: Release = 'testing'): string {
  const folder = join(tools, release)
  const unpacked = spawnSync([join(import.meta.dir, 'nats-server.sh'), release, folder])
  if (!unpacked.success) throw new Error(`No nats-server of Debian ${release}: ${unpacked.stderr}`)
  return join(folder, 'nats-server')
}

export async function startNats(options: NatsOptions = {}): Promise<Nats> {
  const program = natsProgram(options.release)
  const folder = options.folder ?? mkdtempSync(join(tmpdir(), 'balcao-nats-'))
  const names = ['a', 'b', 'c'].slice(0, options.servers ?? 1)
  const ports = await Promise.all(names.map(async (name) => ({ name, ...(await threePorts()) })))
  const direct = Object.fromEntries(ports.map(({ name, cluster }) => [name, cluster]))
  const portBetween = (await options.routeBy?.(direct)) ?? ((_from: string, to: string) => direct[to])
  const routesOf = (from: string) =>
    ports
      .map(({ name }) => `nats-route://127.0.0.1:${name === from ? direct[name] : portBetween(from, name)}`)
      .join(', ')
  const running = new Set<Subprocess>()
  const servers = ports.map((port): NatsServer => {
    const home = join(folder, port.name)
    const { store, prefix } = options.diskOf?.(port.name) ?? { store: join(home, 'store'), prefix: () => [] }
    mkdirSync(home, { recursive: true })
    const config = join(home, 'nats.conf')
    const configure = (jetstream = options.jetstream ?? SAFE) =>
      writeFileSync(
        config,
        configOf(port, store, { ...options, jetstream }, ports.length > 1 ? routesOf(port.name) : undefined),
      )
    configure()
    let server: Subprocess | undefined
    return {
      name: port.name,
      address: `127.0.0.1:${port.client}`,
      monitor: `http://127.0.0.1:${port.http}`,
      store,
      pid: () => server?.pid ?? 0,
      async kill() {
        if (!server) return
        running.delete(server)
        server.kill('SIGKILL')
        await server.exited
        server = undefined
      },
      pause() {
        if (!server) return
        server.kill('SIGSTOP')
        while (!isStopped(server.pid)) Bun.sleepSync(1)
      },
      resume: () => server?.kill('SIGCONT'),
      async start(jetstream) {
        if (jetstream) configure(jetstream)
        server = spawn([...prefix(), program, '-c', config, '-l', join(home, 'log')], {
          stdout: 'ignore',
          stderr: 'ignore',
        })
        running.add(server)
        await healthy(`http://127.0.0.1:${port.http}/healthz?js-server-only=1`, () => server?.exitCode ?? null, home)
      },
    }
  })
  const nats: Nats = {
    servers,
    urls: servers.map(({ address }) => `nats://${address}`).join(','),
    async leaderOf(stream) {
      const bound = boundOf(30_000)
      while (!bound.isOver()) {
        for (const { monitor } of servers) {
          const found = await leaderSaidBy(monitor, stream)
          const leader = servers.find(({ name }) => name === found)
          if (leader) return leader
        }
        await Bun.sleep(50)
      }
      throw new Error(`No leader of ${stream}`)
    },
    async whole() {
      await Promise.all(servers.map(({ monitor }) => healthy(`${monitor}/healthz`, () => null, folder)))
      const bound = boundOf(30_000)
      // A young cluster is healthy with two of three.
      while (servers.length > 1 && !(await isComplete(servers)))
        if (bound.isOver()) throw new Error('the NATS servers do not find each other')
        else await Bun.sleep(20)
    },
    async stop() {
      for (const server of running) {
        server.kill('SIGCONT')
        server.kill('SIGKILL')
      }
      await Promise.all([...running].map((server) => server.exited))
      running.clear()
      if (!options.folder) rmSync(folder, { recursive: true, force: true })
    },
  }
  try {
    await Promise.all(servers.map((server) => server.start()))
    if (options.release !== 'bookworm') await nats.whole()
    return nats
  } catch (error) {
    await nats.stop()
    throw error
  }
}

/** The signal is sent at once, and threads on other cores go on for a moment. */
function isStopped(pid: number): boolean {
  const threads = readdirSync(`/proc/${pid}/task`)
  return threads.every((thread) => / T /.test(readFileSync(`/proc/${pid}/task/${thread}/stat`, 'utf8')))
}

type Ports = { readonly client: number; readonly cluster: number; readonly http: number }

async function threePorts(): Promise<Ports> {
  const [client = 0, cluster = 0, http = 0] = await Promise.all([freePort(), freePort(), freePort()])
  return { client, cluster, http }
}

/** Servers tell each other the addresses of the others, and connect past what `routeBy` put between them. */
const NOT_FOUND = ', advertise: "127.0.0.1:1"'

/** As `balcao fleet init` writes it, on loopback. */
function configOf(port: Ports & { name: string }, store: string, options: NatsOptions, routes?: string) {
  return `server_name: ${port.name}
listen: 127.0.0.1:${port.client}
http: 127.0.0.1:${port.http}
max_payload: ${options.maxPayload ?? '4MB'}
jetstream { store_dir: "${store}", ${options.jetstream} }
${routes ? `cluster { name: balcao, listen: 127.0.0.1:${port.cluster}, routes: [ ${routes} ] ${options.clusterTls ?? ''}${options.routeBy ? NOT_FOUND : ''} }` : ''}
${options.tls ?? ''}
${options.accounts ?? usualAccounts()}
`
}

async function healthy(url: string, exitCode: () => number | null, home: string) {
  const bound = boundOf(30_000)
  while (!bound.isOver()) {
    const answer = await fetch(url, { signal: AbortSignal.timeout(2000) }).catch(() => undefined)
    if (answer?.ok) return
    if (exitCode() !== null) throw new Error(`nats-server ended: ${await Bun.file(join(home, 'log')).text()}`)
    await Bun.sleep(20)
  }
  throw new Error(
    `nats-server is not healthy: ${await Bun.file(join(home, 'log'))
      .text()
      .catch(() => '')}`,
  )
}

type Jsz = {
  readonly meta_cluster?: { readonly cluster_size?: number }
  readonly account_details?: readonly {
    readonly stream_detail?: readonly { readonly name: string; readonly cluster?: { readonly leader?: string } }[]
  }[]
}

async function readJsz(url: string): Promise<Jsz | undefined> {
  const answer = await fetch(url, { signal: AbortSignal.timeout(1000) }).catch(() => undefined)
  return (await answer?.json().catch(() => undefined)) as Jsz | undefined
}

async function isComplete(servers: readonly NatsServer[]): Promise<boolean> {
  const sizes = await Promise.all(
    servers.map(async ({ monitor }) => (await readJsz(`${monitor}/jsz`))?.meta_cluster?.cluster_size ?? 0),
  )
  return sizes.every((size) => size === servers.length)
}

async function leaderSaidBy(monitor: string, stream: string): Promise<string | undefined> {
  const told = await readJsz(`${monitor}/jsz?streams=1`)
  const details = told?.account_details?.flatMap(({ stream_detail: streams }) => streams ?? [])
  return details?.find(({ name }) => name === stream)?.cluster?.leader
}
