/**
 * A fleet beside an installation without one: what the log and its gate cost, forwarding to another node, and idle companies.
 * NATS servers run on this machine, with their disk.
 */
import { cpSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { createFleet } from '../../src/fleet/jetstream/open'
import { installationOf } from '../../src/fleet/keys'
import { readFleetSettings } from '../../src/fleet/settings'
import { loadSecret } from '../../src/platform/secret'
import { newAuthority } from '../support/fleet-certificates'
import { freePort } from '../support/free-port'
import { startNats, usualAccounts } from '../support/nats'
import { natsTls } from '../support/nats-tls'
import { clientOf, medianOf, signIn } from './client'
import { seedCompanies } from './companies'
import { ingestRound } from './ingest'
import { type Installation, openInstallation } from './installation'
import type { Report } from './report'
import { ADMIN, sizes } from './seed'
import { acceptForty, sendRound } from './send'
import { OWN_EXECUTABLE, type ServerProcess, startServer, temporaryFolder } from './server'
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
  await Promise.all([alone.close(), inFleet.close()])
  await fleet.close()
}

const PAGE = '/tickets?status=open&isGroup=false&showAll=true&pageNumber=1'

/** A page at its company's node and through the other one, in turn; idle companies; a move; and an owner that is killed. */
export async function benchFleetNodes(report: Report, { rounds, idleCompanies, idleSeconds }: FleetSize) {
  const fleet = await openBenchFleet()
  const [first, second] = [temporaryFolder(), temporaryFolder()]
  const [company] = await seedCompanies(first.path, { count: idleCompanies, size: sizes.new })
  await fleet.init(first.path)
  cpSync(join(first.path, 'secret.key'), join(second.path, 'secret.key'))
  const env = [await fleet.envOf('bench-1'), await fleet.envOf('bench-2')] as const
  const owner = await startServer(first.path, { env: env[0] })
  await owned(owner, first.path, env[0], idleCompanies)
  await benchIdle(report, owner, { companies: idleCompanies, seconds: idleSeconds })
  const client = await signIn(owner.port, ADMIN)
  const other = await startServer(second.path, { env: env[1] })
  const through = { ...clientOf(other.port, { token: client.token, company: company.uuid, userId: client.userId }) }
  const times: { local: number; forwarded: number }[] = []
  for (let round = 0; round <= rounds; round++) {
    const one = { local: await medianOf(client, PAGE), forwarded: await medianOf(through, PAGE) }
    if (round > 0) times.push(one) // the first one warms up
  }
  const [local, forwarded] = [median(times.map((one) => one.local)), median(times.map((one) => one.forwarded))]
  report.add({
    id: 'fleet.forwarded',
    counted: times.length,
    expected: rounds,
    localP50: local,
    forwardedP50: forwarded,
    addedMs: rounded(forwarded - local, 2),
  })
  await Promise.all([owner.stop(), other.stop()])
  await fleet.close()
  for (const folder of [first, second]) folder.remove()
}

async function benchIdle(
  report: Report,
  owner: ServerProcess,
  { companies, seconds }: { readonly companies: number; readonly seconds: number },
) {
  await Bun.sleep(2000)
  const cpu = owner.cpuSeconds()
  await Bun.sleep(seconds * 1000)
  report.add({
    id: 'fleet.idle',
    counted: companies,
    expected: companies,
    cpuPercent: rounded(((owner.cpuSeconds() - cpu) / seconds) * 100, 2),
    rssMb: owner.rssMb(),
  })
}

/** Waits until the node owns as many companies, as it says itself. */
async function owned(server: ServerProcess, dataDir: string, env: Readonly<Record<string, string>>, count: number) {
  for (const end = performance.now() + 300_000; performance.now() < end; await Bun.sleep(500)) {
    const said = Bun.spawnSync([OWN_EXECUTABLE, 'fleet', 'status', '--json', '--data', dataDir], {
      env: { ...process.env, ...env },
    })
    if (said.exitCode !== 0) continue
    const { companies } = JSON.parse(said.stdout.toString()) as { companies: readonly { owner: string | null }[] }
    if (companies.filter(({ owner }) => owner !== null).length >= count) return
  }
  throw new Error(`the node at port ${server.port} did not take ${count} companies`)
}
