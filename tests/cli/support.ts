/** Runs the command line in its own process with its own data folder. */
import { setDefaultTimeout } from 'bun:test'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { bootstrapCompany, prepareInstallation } from '../../src/operator/bootstrap'
import { commandStores } from '../../src/operator/claims'
import { type Databases, openDatabases } from '../../src/platform/databases'
import { createLog } from '../../src/platform/log'
import { loadSecret } from '../../src/platform/secret'
import { afterEachTest } from '../support/after-each'
import { boundOf } from '../support/bound'
import { bareEnvironment } from '../support/clock'
import { copyFolder, keepFolder } from '../support/kept-folder'
import { keptOnce } from '../support/kept-once'
import { program } from '../support/program'

export const root = resolve(import.meta.dir, '..', '..')

// Processes start slowly on a busy machine.
setDefaultTimeout(180_000)

const cleanups: (() => unknown)[] = []
export const afterThisTest = (cleanup: () => unknown) => void cleanups.push(cleanup)

afterEachTest(async () => {
  for (const cleanup of cleanups.splice(0).reverse()) await cleanup()
})

/** A temporary folder, removed after the test. */
export function folder(): string {
  const made = mkdtempSync(join(tmpdir(), 'balcao-cli-'))
  afterThisTest(() => rmSync(made, { recursive: true, force: true }))
  return made
}

/** Kind, act and subject of each entry of a company's audit log. */
export const actsIn = (dataDir: string, company = 1): Promise<unknown[]> =>
  withDatabases(dataDir, ({ writableControl, tenant }) => {
    const uuid = String(
      writableControl().$client.prepare('SELECT uuid FROM companies WHERE id = ?').pluck().get(company),
    )
    const log = "SELECT kind || ' ' || act || ' ' || subject_name FROM audit_log ORDER BY id"
    return tenant(uuid).$client.prepare(log).pluck().all()
  })

export const ADMIN = { email: 'admin@loja.example', password: 'Segredo123' }

/** A closed installation with so many companies, as after its first start. Created once and copied. */
export async function installation(companies = 1): Promise<string> {
  const dataDir = folder()
  const kept = installations.get(companies) ?? keptOnce(() => createInstallation(companies))
  installations.set(companies, kept)
  copyFolder(await kept(), dataDir)
  return dataDir
}
const installations = new Map<number, () => ReturnType<typeof createInstallation>>()

async function createInstallation(companies: number) {
  const dataDir = folder()
  await withDatabases(dataDir, async (databases) => {
    loadSecret(dataDir)
    const prepared = await prepareInstallation(commandStores(databases, Date.now()), ADMIN)
    await prepared?.(Date.now())
    for (let n = 2; n <= companies; n++)
      await bootstrapCompany(databases, Date.now(), {
        name: `Empresa ${n}`,
        admin: { name: 'Admin', email: adminOf(n).email, password: ADMIN.password },
        days: 30,
      })
  })
  return keepFolder(dataDir)
}
export const adminOf = (n: number) => ({ ...ADMIN, email: n === 1 ? ADMIN.email : `admin@empresa${n}.example` })

export async function withDatabases<T>(dataDir: string, work: (databases: Databases) => Promise<T> | T): Promise<T> {
  const databases = openDatabases(dataDir, createLog('silent'))
  try {
    return await work(databases)
  } finally {
    databases.close()
  }
}

export type Ended = { readonly code: number; readonly out: string; readonly err: string }

export type RunOptions = {
  readonly input?: string
  readonly env?: Readonly<Record<string, string>>
  readonly cwd?: string
}

export async function balcao(args: readonly string[], { input, env, cwd }: RunOptions = {}): Promise<Ended> {
  const child = Bun.spawn([...program, ...args], {
    cwd: cwd ?? tmpdir(),
    stdin: input === undefined ? 'ignore' : new TextEncoder().encode(input),
    stdout: 'pipe',
    stderr: 'pipe',
    env: bareEnvironment(env),
  })
  const [out, err, code] = await Promise.all([
    new Response(child.stdout).text(),
    new Response(child.stderr).text(),
    child.exited,
  ])
  return { code, out: out.trim(), err: err.trim() }
}

/** The document a command prints with `--json`. */
export async function balcaoJson<T>(args: readonly string[], options: RunOptions = {}): Promise<T> {
  const { out, err, code } = await balcao([...args, '--json'], options)
  if (err !== '') throw new Error(`balcao ${args.join(' ')} ended with ${code}: ${err}`)
  return JSON.parse(out) as T // each caller states the type
}

export type ServerProcess = {
  readonly url: string
  /** The JSON document it printed first. */
  readonly said: Record<string, unknown>
  readonly process: Bun.Subprocess<'ignore', 'pipe', 'ignore'>
  api(path: string, init?: RequestInit): Promise<Response>
  /** Returns a user's access token, or the response status on failure. */
  signIn(who: { email: string; password: string }): Promise<string | number>
  stop(signal?: NodeJS.Signals): Promise<number>
}

/** Starts `serve` or `demo` and waits for its first output. */
export async function start(
  args: readonly string[],
  {
    command = program,
    cwd = tmpdir(),
    env,
  }: { command?: readonly string[]; cwd?: string; env?: Record<string, string> } = {},
): Promise<ServerProcess> {
  const child = Bun.spawn([...command, ...args, '--port', '0', '--log-level', 'silent', '--json'], {
    cwd,
    stdin: 'ignore',
    stdout: 'pipe',
    stderr: 'ignore',
    env: bareEnvironment(env),
  })
  afterThisTest(async () => {
    child.kill('SIGKILL')
    await child.exited
  })
  const said = JSON.parse(await firstLine(child.stdout)) as Record<string, unknown> // our own --json
  const url = String(said.url).replace('localhost', '127.0.0.1')
  const api: ServerProcess['api'] = (path, init) => fetch(`${url}/api${path}`, init)
  return {
    url,
    said,
    process: child,
    api,
    async signIn(who) {
      const answer = await api('/auth/login', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(who),
      })
      return answer.ok ? ((await answer.json()) as { token: string }).token : answer.status
    },
    async stop(signal = 'SIGTERM') {
      child.kill(signal)
      return child.exited
    },
  }
}

/** A free port, for a process that gets requests before it has printed its URL. */
export async function freePort(): Promise<number> {
  const probe = Bun.serve({ port: 0, fetch: () => new Response() })
  const { port } = probe
  await probe.stop(true)
  return port ?? 0
}

/** Polls until the claim is true: timed effects happen within seconds. */
export async function eventually(claim: () => Promise<boolean> | boolean): Promise<boolean> {
  const bound = boundOf(20_000)
  while (!bound.isOver()) {
    if (await claim()) return true
    await Bun.sleep(50)
  }
  return false
}

export async function firstLine(stream: ReadableStream<Uint8Array>): Promise<string> {
  const decoder = new TextDecoder()
  let text = ''
  for await (const chunk of stream) {
    text += decoder.decode(chunk, { stream: true })
    if (text.includes('\n')) return text.split('\n')[0] ?? ''
  }
  throw new Error(`it ended without output:  ${text}`)
}
