/** Starts, times, measures and stops the executable in its own process. */
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { hear, raise } from './children'

/** Token for the server's metrics. */
export const METRICS_TOKEN = 'the-bench-reads-metrics'

/** Built from these sources. */
export const OWN_EXECUTABLE = join(import.meta.dir, '..', '..', 'dist', 'balcao')

export type ServerProcess = {
  readonly port: number
  readonly pid: number
  /** Milliseconds from process start to the first answer. */
  readonly firstAnswerMs: number
  rssMb(): number
  /** CPU seconds used so far. */
  cpuSeconds(): number
  stop(): Promise<void>
}

/** Environment variables and executable. */
export type Launch = { readonly env?: Record<string, string>; readonly executable?: string | undefined }

export async function startServer(dataDir: string, launch: Launch = {}): Promise<ServerProcess> {
  const started = performance.now()
  const { child, server } = await spawn(
    dataDir,
    { ...launch, env: { BALCAO_LOG_LEVEL: 'warn', ...launch.env } },
    'inherit',
  )
  const ready = hear(child.stdout, 'serves')
  await firstAnswer(server.port)
  const firstAnswerMs = performance.now() - started
  await ready // created, if it was new
  return { ...server, firstAnswerMs }
}

export type Awake = ServerProcess & {
  /** Milliseconds from process start until all companies were open. */
  readonly readyMs: number
  /** Slowest answer meanwhile. */
  readonly slowestAnswerMs: number
}

/** Starts it and sends requests until the log reports that all companies are open. */
export async function startAndWake(dataDir: string, launch: Launch = {}): Promise<Awake> {
  const started = performance.now()
  const { child, server } = await spawn(
    dataDir,
    { ...launch, env: { ...launch.env, BALCAO_LOG_LEVEL: 'info' } },
    'pipe',
  )
  void hear(child.stdout, 'serves')
  let readyMs: number | undefined
  const awake = hear(child.stderr, 'companies awake').then(() => {
    readyMs = performance.now() - started
  })
  await firstAnswer(server.port)
  const firstAnswerMs = performance.now() - started
  let slowestAnswerMs = 0
  while (readyMs === undefined) {
    const asked = performance.now()
    await Promise.all([ask(server.port), Bun.sleep(10)])
    slowestAnswerMs = Math.max(slowestAnswerMs, performance.now() - asked)
  }
  await awake
  return { ...server, firstAnswerMs, readyMs, slowestAnswerMs }
}

async function spawn<Err extends 'inherit' | 'pipe'>(
  dataDir: string,
  { env, executable = OWN_EXECUTABLE }: Launch,
  stderr: Err,
) {
  if (!existsSync(executable)) throw new Error(`${executable} is missing: run \`./install.sh build\` first`)
  const port = await freePort()
  const child = raise(
    Bun.spawn([executable, 'serve'], {
      cwd: dataDir,
      env: {
        PATH: process.env.PATH ?? '',
        BALCAO_DATA: dataDir,
        BALCAO_PORT: String(port),
        BALCAO_HOST: '127.0.0.1',
        BALCAO_METRICS_TOKEN: METRICS_TOKEN,
        ...env,
      },
      stdout: 'pipe',
      stderr,
    }),
  )
  const server = {
    port,
    pid: child.pid,
    rssMb: () => rssOf(child.pid),
    cpuSeconds: () => cpuOf(child.pid),
    async stop() {
      child.kill('SIGTERM')
      await child.exited
    },
  }
  return { child, server }
}

const ask = (port: number) => fetch(`http://127.0.0.1:${port}/api/version`)

async function firstAnswer(port: number) {
  for (const deadline = performance.now() + 10_000; performance.now() < deadline; ) {
    try {
      if ((await ask(port)).ok) return
    } catch {
      await Bun.sleep(2) // not listening yet
    }
  }
  throw new Error('the server gave no answer within 10 s')
}

const rssOf = (pid: number) =>
  Math.round(Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 102.4) / 10

/** Sum of fields 14 and 15 of /proc/PID/stat, in seconds; the fields are in hundredths. */
function cpuOf(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) / 100
}

/** A folder that is removed at the latest when the process ends. */
export function temporaryFolder(): { path: string; remove(): void } {
  const path = mkdtempSync(join(tmpdir(), 'balcao-bench-'))
  const remove = () => rmSync(path, { recursive: true, force: true })
  process.once('exit', remove)
  return {
    path,
    remove() {
      process.off('exit', remove)
      remove()
    },
  }
}

function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer()
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address()
      probe.close(() =>
        typeof address === 'object' && address ? resolve(address.port) : reject(new Error('no free port')),
      )
    })
  })
}
