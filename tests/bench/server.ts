/** The executable in a process of its own: started, timed, measured, stopped. */
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { hear, raise } from './children'

const executable = join(import.meta.dir, '..', '..', 'dist', 'balcao')

export type Server = {
  readonly port: number
  readonly pid: number
  /** Milliseconds from the start of the process to its first answer. */
  readonly firstAnswerMs: number
  rssMb(): number
  /** CPU seconds used so far. */
  cpuSeconds(): number
  stop(): Promise<void>
}

export async function startServer(dataDir: string, env: Record<string, string> = {}): Promise<Server> {
  if (!existsSync(executable)) throw new Error('dist/balcao is missing: run `./install.sh build` first')
  const port = await freePort()
  const started = performance.now()
  const child = raise(
    Bun.spawn([executable, 'serve'], {
      cwd: dataDir,
      env: {
        PATH: process.env.PATH ?? '',
        BALCAO_DATA: dataDir,
        BALCAO_PORT: String(port),
        BALCAO_HOST: '127.0.0.1',
        BALCAO_LOG_LEVEL: 'warn',
        ...env,
      },
      stdout: 'pipe',
      stderr: 'inherit',
    }),
  )
  const ready = hear(child, 'serves')
  await firstAnswer(port)
  const firstAnswerMs = performance.now() - started
  await ready // founded, if it was new
  return {
    port,
    pid: child.pid,
    firstAnswerMs,
    rssMb: () => rssOf(child.pid),
    cpuSeconds: () => cpuOf(child.pid),
    async stop() {
      child.kill('SIGTERM')
      await child.exited
    },
  }
}

async function firstAnswer(port: number) {
  for (const deadline = performance.now() + 10_000; performance.now() < deadline; ) {
    try {
      if ((await fetch(`http://127.0.0.1:${port}/api/version`)).ok) return
    } catch {
      await Bun.sleep(2) // not listening yet
    }
  }
  throw new Error('the server gave no answer within 10 s')
}

const rssOf = (pid: number) =>
  Math.round(Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 102.4) / 10

/** Fields 14 and 15 of /proc/PID/stat, in hundredths of a second. */
function cpuOf(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) / 100
}

export function temporaryFolder(): { path: string; remove(): void } {
  const path = mkdtempSync(join(tmpdir(), 'balcao-bench-'))
  return { path, remove: () => rmSync(path, { recursive: true, force: true }) }
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
