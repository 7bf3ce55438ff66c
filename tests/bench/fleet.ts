/** A fleet of one node and one server beside an installation without one: what the log and its gate cost. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { streamNames } from '../../src/fleet/jetstream/names'
import { createFleet } from '../../src/fleet/jetstream/open'
import { installationOf } from '../../src/fleet/keys'
import { readFleetSettings } from '../../src/fleet/settings'
import { loadSecret } from '../../src/platform/secret'
import { newAuthority } from '../support/fleet-certificates'
import { freePort } from '../support/free-port'
import { startNats, usualAccounts } from '../support/nats'
import { natsTls } from '../support/nats-tls'
import { ingestRound } from './ingest'
import { type Installation, openInstallation } from './installation'
import type { Report } from './report'
import { acceptForty, sendRound } from './send'
import { temporaryFolder } from './server'
import { median, rounded } from './statistics'

export type FleetSize = {
  readonly rounds: number
  readonly messages: number
  readonly sent: number
  readonly idleCompanies: number
  readonly idleSeconds: number
}

/** One server, and what each node needs to use it. */
export async function openBenchFleet() {
  const folder = temporaryFolder()
  const authority = newAuthority()
  const save = (name: string, { cert, key }: { readonly cert: string; readonly key: string }) => {
    const paths = { cert: join(folder.path, `${name}.pem`), key: join(folder.path, `${name}.key`) }
    writeFileSync(paths.cert, cert)
    writeFileSync(paths.key, key, { mode: 0o600 })
    return paths
  }
  const ca = join(folder.path, 'ca.pem')
  writeFileSync(ca, authority.ca)
  const { users, ...tls } = natsTls({ ca, issue: (name, host = '127.0.0.1') => save(name, authority.other(host)) })
  const accounts = usualAccounts(users).replace('no_auth_user: node', '')
  const nats = await startNats({ ...tls, accounts })
  const envOf = async (node: string, init = false) => {
    const { cert, key } = save(node, init ? authority.named('init', '127.0.0.1') : authority.node(node))
    return {
      BALCAO_FLEET: nats.urls,
      BALCAO_FLEET_NODE: node,
      BALCAO_FLEET_ADDRESS: `127.0.0.1:${await freePort()}`,
      BALCAO_FLEET_CA: ca,
      BALCAO_FLEET_CERT: cert,
      BALCAO_FLEET_KEY: key,
    }
  }
  return {
    envOf,
    logBytes: () => countLogBytes(nats.servers[0]?.monitor ?? ''),
    /** Creates the streams for the installation of a data folder. */
    async init(dataDir: string) {
      const { settings } = readFleetSettings(await envOf('init', true))
      if (!settings) throw new Error('the settings of the fleet are wrong')
      await createFleet(settings, { installation: installationOf(loadSecret(dataDir)), replicas: 1 }, Date.now)
    },
    async close() {
      await nats.stop()
      folder.remove()
    },
  }
}
export type BenchFleet = Awaited<ReturnType<typeof openBenchFleet>>

/** What the streams of all companies' logs take on the server. */
async function countLogBytes(monitor: string): Promise<number> {
  const told = (await (await fetch(`${monitor}/jsz?streams=1`)).json()) as {
    readonly account_details: readonly {
      readonly stream_detail: readonly { readonly name: string; readonly state: { readonly bytes: number } }[]
    }[]
  } // nats-server's own
  const streams = told.account_details.flatMap(({ stream_detail: streams }) => streams)
  return streams.filter(({ name }) => streamNames.includes(name)).reduce((sum, { state }) => sum + state.bytes, 0)
}

/** The same installation without a fleet and as its only node, in turn. */
export async function benchFleetOne(report: Report, { rounds, messages, sent }: FleetSize) {
  const found: Record<'alone' | 'fleet', { ingest: number; send: number }[]> = { alone: [], fleet: [] }
  let [counted, expected] = [0, 0]
  const alone = await openInstallation(1)
  const fleet = await openBenchFleet()
  const inFleet = await openInstallation(1, undefined, {}, async (dataDir) => {
    await fleet.init(dataDir)
    return fleet.envOf('bench-1')
  })
  const tickets = new Map<Installation, readonly number[]>()
  for (const one of [alone, inFleet]) {
    tickets.set(one, await acceptForty(one))
    await ingestRound(one, 1, messages) // warms up
  }
  for (let round = 0; round < rounds; round++)
    for (const name of round % 2 === 0 ? (['alone', 'fleet'] as const) : (['fleet', 'alone'] as const)) {
      const one = name === 'alone' ? alone : inFleet
      const received = await ingestRound(one, 1, messages)
      const out = await sendRound(one, tickets.get(one) ?? [], sent)
      counted += received.counted + out.counted
      expected += received.expected + out.expected
      found[name].push({ ingest: received.perSecond, send: out.perSecond })
    }
  const of = (name: 'alone' | 'fleet', what: 'ingest' | 'send') => median(found[name].map((round) => round[what]))
  report.add({
    id: 'fleet.one',
    counted,
    expected,
    ingestAlone: Math.round(of('alone', 'ingest')),
    ingestPerSecond: Math.round(of('fleet', 'ingest')),
    ingestShare: rounded(of('fleet', 'ingest') / of('alone', 'ingest'), 2),
    sendAlone: Math.round(of('alone', 'send')),
    sendPerSecond: Math.round(of('fleet', 'send')),
    sendShare: rounded(of('fleet', 'send') / of('alone', 'send'), 2),
  })
  await benchLog(report, inFleet, fleet, { alone: 40, burst: messages })
  await Promise.all([alone.close(), inFleet.close()])
  await fleet.close()
}

/** How much the log grows with each incoming message: one at a time, and in a burst. Records are purged below snapshots only. */
async function benchLog(
  report: Report,
  installation: Installation,
  fleet: BenchFleet,
  { alone, burst }: { readonly alone: number; readonly burst: number },
) {
  let counted = 0
  const bytesOf = async (messages: number, send: () => Promise<unknown>) => {
    await Bun.sleep(1000) // receipts and jobs
    const before = await fleet.logBytes()
    await send()
    await Bun.sleep(1000)
    return Math.round(((await fleet.logBytes()) - before) / messages)
  }
  const one = async () => {
    counted += (await ingestRound(installation, 1, 1)).counted
    await Bun.sleep(100)
  }
  const bytesAlone = await bytesOf(alone, async () => {
    for (let n = 0; n < alone; n++) await one()
  })
  const bytesInBurst = await bytesOf(burst, async () => {
    counted += (await ingestRound(installation, 1, burst)).counted
  })
  report.add({ id: 'fleet.log', counted, expected: alone + burst, bytesAlone, bytesInBurst })
}
