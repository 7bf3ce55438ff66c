/** A server with a seeded company, and workloads measured on it, each round beside one of the bare server. */
import { bareRps } from './bare'
import { type Client, signIn } from './client'
import { seedCompanies } from './companies'
import { hello } from './hello'
import { ask, type Load, load } from './http'
import { ADMIN, type Seeding, type SizeName, sizes } from './seed'
import { type ServerProcess, startServer, temporaryFolder } from './server'
import { readStalls, type Stalls, since, sum } from './stalls'
import { median, rounded } from './statistics'
import type { Counted, Result } from './targets'

export type RoundLength = { readonly rounds: number; readonly seconds: number; readonly bareSeconds: number }
export type Workload = {
  readonly id: string
  readonly connections: number
  request(n: number): string
  /** Rows that the first answer must have, counted by their ids or by another part of their text. */
  readonly rows: number
  readonly row?: RegExp
}

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

/** `companies`: further ones are copies of the first. */
export type Opening = Seeding & { readonly env?: Record<string, string>; readonly companies?: number }

export async function openSeededServer(
  size: SizeName,
  { env = {}, companies = 1, ...seeding }: Opening = {},
): Promise<SeededServer> {
  const folder = temporaryFolder()
  const [first] = await seedCompanies(folder.path, { count: companies, size: sizes[size], ...seeding })
  const { executable } = seeding
  const server = await startServer(folder.path, { env, executable })
  const client = await signIn(server.port, ADMIN)
  await hello(server.port, 3) // warms up the JIT
  const run = async (workload: Workload, seconds: number): Promise<Work> => {
    const before = server.cpuSeconds()
    const found = await load({ ...workload, port: server.port, seconds })
    const cpuUsEach = ((server.cpuSeconds() - before) / found.requests) * 1_000_000
    const answer = await ask(server.port, workload.request(0))
    const counted = answer.match(workload.row ?? /"id":/g)?.length ?? 0
    return { ...found, cpuUsEach, counted, expected: workload.rows }
  }
  return {
    size,
    server,
    client,
    file: first.path,
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
export type Work = Load & Counted & { readonly cpuUsEach: number }
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
    counted: Math.min(...rounds.map(({ work }) => work.counted)),
    expected: Math.max(...rounds.map(({ work }) => work.expected)),
    cpuUsEach: rounded(of('cpuUsEach'), 1),
    ratioToBare: rounded(median(rounds.map(({ bare, work }) => work.rps / bare)), 4),
    bareRps: median(rounds.map(({ bare }) => bare)),
  }
}
