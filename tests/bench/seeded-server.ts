/** A server with a seeded company, and workloads measured on it, each round beside one of the bare server. */
import { bareRps } from './bare'
import { type Client, signIn } from './client'
import { hello } from './hello'
import { type Load, load } from './http'
import { ADMIN, fileIn, type Seeding, type SizeName, seedCompany, sizes } from './seed'
import { type ServerProcess, startServer, temporaryFolder } from './server'
import { readStalls, type Stalls, since, sum } from './stalls'
import { median, rounded } from './statistics'
import type { Result } from './targets'

export type RoundLength = { readonly rounds: number; readonly seconds: number; readonly bareSeconds: number }
export type Workload = { readonly id: string; readonly connections: number; request(n: number): string }

export type SeededServer = {
  readonly size: SizeName
  readonly server: ServerProcess
  readonly client: Client
  /** The company's database. */
  readonly file: string
  /** Runs one round. */
  run(workload: Workload, seconds: number): Promise<Work>
  measure(workload: Workload, pace: RoundLength): Promise<Result>
  close(): Promise<void>
}

export type Opening = Seeding & { readonly env?: Record<string, string> }

export async function openSeededServer(size: SizeName, { env = {}, ...seeding }: Opening = {}): Promise<SeededServer> {
  const folder = temporaryFolder()
  await seedCompany(folder.path, sizes[size], seeding)
  const { executable } = seeding
  const server = await startServer(folder.path, { env, executable })
  const client = await signIn(server.port, ADMIN)
  await hello(server.port, 3) // warms up the JIT
  const run = async (workload: Workload, seconds: number): Promise<Work> => {
    const before = server.cpuSeconds()
    const found = await load({ ...workload, port: server.port, seconds })
    return { ...found, cpuUsEach: ((server.cpuSeconds() - before) / found.requests) * 1_000_000 }
  }
  return {
    size,
    server,
    client,
    file: fileIn(folder.path),
    run,
    async measure(workload, pace) {
      await run(workload, pace.seconds) // warms up: the JIT discards code unused for a while
      const found: Round[] = []
      let held: Stalls | undefined
      for (let round = 0; round < pace.rounds; round++) {
        const bare = await bareRps(pace.bareSeconds)
        const before = await readStalls(server)
        found.push({ bare, work: await run(workload, pace.seconds) })
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

/** `cpuUsEach`: the server's processor time per answer, in microseconds. */
export type Work = Load & { readonly cpuUsEach: number }
/** `bare`: the bare server's answers per second just before. */
export type Round = { readonly bare: number; readonly work: Work }

/** Medians of the rounds; the maximum of `max`, and the sum of errors. */
export function together(rounds: readonly Round[]) {
  const of = (field: 'rps' | 'p50' | 'p99' | 'cpuUsEach') => median(rounds.map(({ work }) => work[field]))
  return {
    rps: of('rps'),
    p50: of('p50'),
    p99: of('p99'),
    max: Math.max(...rounds.map(({ work }) => work.max)),
    errors: rounds.reduce((sum, { work }) => sum + work.errors, 0),
    cpuUsEach: rounded(of('cpuUsEach'), 1),
    ratioToBare: rounded(median(rounds.map(({ bare, work }) => work.rps / bare)), 4),
    bareRps: median(rounds.map(({ bare }) => bare)),
  }
}
