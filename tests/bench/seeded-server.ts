/** A seeded company behind the executable, and workloads measured there, each round beside one of hello. */
import { openDatabases, tenantPath } from '../../src/platform/databases'
import { createLog } from '../../src/platform/log'
import { loadSecret } from '../../src/platform/secret'
import { type Client, signIn } from './client'
import { median, rounded } from './figures'
import { hello } from './hello'
import { type Load, load } from './http'
import { ADMIN, type SizeName, seedCompany, sizes } from './seed'
import { type ServerProcess, startServer, temporaryFolder } from './server'
import { readStalls, type Stalls, since, sum } from './stalls'
import type { Result } from './targets'

export type Pace = { readonly rounds: number; readonly seconds: number; readonly helloSeconds: number }
export type Workload = { readonly id: string; readonly connections: number; request(n: number): string }

export type SeededServer = {
  readonly size: SizeName
  readonly server: ServerProcess
  readonly client: Client
  /** The company's. */
  readonly file: string
  measure(workload: Workload, pace: Pace): Promise<Result>
  close(): Promise<void>
}

export async function openSeededServer(
  size: SizeName,
  env: Record<string, string> = {},
  { isSearchable = false } = {},
): Promise<SeededServer> {
  const folder = temporaryFolder()
  const databases = openDatabases(folder.path, createLog('silent'))
  loadSecret(folder.path)
  const { company } = await seedCompany(databases, sizes[size], { isSearchable })
  databases.close()
  const server = await startServer(folder.path, env)
  const client = await signIn(server.port, ADMIN)
  await hello(server.port, 3) // until the runtime has compiled what is asked most
  return {
    size,
    server,
    client,
    file: tenantPath(folder.path, company.uuid),
    async measure(workload, pace) {
      await load({ ...workload, port: server.port, seconds: pace.seconds }) // code that was not used for a while has to be compiled anew
      const found: Round[] = []
      let held: Stalls | undefined
      for (let round = 0; round < pace.rounds; round++) {
        const baseline = await hello(server.port, pace.helloSeconds)
        const before = await readStalls(server)
        found.push({ hello: baseline, work: await load({ ...workload, port: server.port, seconds: pace.seconds }) })
        held = sum(held, since(before, await readStalls(server)))
      }
      return { id: workload.id, size, rounds: pace.rounds, ...together(found), ...held }
    },
    async close() {
      await server.stop()
      folder.remove()
    },
  }
}

export type Round = { readonly hello: Load; readonly work: Load }

/** Medians of the rounds; the worst of the worst, and every error. */
export function together(rounds: readonly Round[]) {
  const of = (field: 'rps' | 'p50' | 'p99') => median(rounds.map(({ work }) => work[field]))
  return {
    rps: of('rps'),
    p50: of('p50'),
    p99: of('p99'),
    max: Math.max(...rounds.map(({ work }) => work.max)),
    errors: rounds.reduce((sum, { work }) => sum + work.errors, 0),
    ratioToHello: rounded(median(rounds.map(({ work, hello }) => work.rps / hello.rps)), 4),
    helloRps: median(rounds.map(({ hello }) => hello.rps)),
  }
}
