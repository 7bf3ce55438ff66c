/** An installation whose executable can be updated, and what a supervisor and a passer-by see of it. */
import { closeSync, constants, copyFileSync, existsSync, linkSync, mkdirSync, mkdtempSync, openSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { compileProgram, root } from '../../../src/build/program'
import { withReader } from '../../../src/operator/inspect'
import { beginAttempt, changeAttempt, keepProgram } from '../../../src/operator/update/attempts'
import { programPath, readUpdateState } from '../../../src/operator/update/programs'
import { prepareInstallation, bootstrapCompany } from '../../../src/operator/bootstrap'
import { controlPath, openDatabases, tenantPath } from '../../../src/platform/databases'
import { createLog } from '../../../src/platform/log'
import { loadSecret } from '../../../src/platform/secret'
import { bareEnvironment } from '../../support/clock'
import { freePort } from '../../support/free-port'
import { copyFolder, keepFolder } from '../../support/kept-folder'
import { keptOnce } from '../../support/kept-once'
import { afterThisTest } from './cleanups'
import { until } from './until'

export const OLD = '1.0.0'
export const NEW = '1.1.0'
const cache = join(root, 'node_modules', '.cache', 'updatable')

/** The same file in a folder of programs is another version. Trials are short. */
const replaced = {
  'src/version.ts': `export const version = /programs\\/([^/]+)\\/balcao$/.exec(process.execPath)?.[1] ?? '${OLD}'`,
  'src/operator/update/limits.ts':
    'export const limits = { stop: 12_000, start: 4000, silence: 2000, trial: 20_000, open: 5000, steady: 700, grace: 300 }',
}

/** Built once per state of the sources, in about ten seconds. */
export const buildUpdatable = keptOnce(async (): Promise<string> => {
  const path = join(cache, await digestOfSources(), 'balcao')
  if (existsSync(path)) return path
  rmSync(cache, { recursive: true, force: true })
  mkdirSync(dirname(path), { recursive: true })
  const to = `${path}.building`
  await compileProgram({ to, releaseKey: '', entry: join(import.meta.dir, 'updatable-program.ts'), replaced })
  copyFileSync(to, path, constants.COPYFILE_FICLONE)
  rmSync(to)
  return path
})

async function digestOfSources(): Promise<string> {
  const hash = new Bun.CryptoHasher('sha256')
  const paths = [...new Bun.Glob('{src,cli,migrations}/**/*.{ts,sql,json}').scanSync(root)].sort()
  for (const path of [...paths, 'bun.lock', 'tests/survival/support/updatable-program.ts', 'tests/survival/support/updatable.ts'])
    hash.update(path).update(await Bun.file(join(root, path)).bytes())
  return hash.digest('hex').slice(0, 16)
}

const ADMIN = { email: 'admin@loja.example', password: 'Segredo123' }
const kept = keptOnce(async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'updatable-'))
  const databases = openDatabases(dataDir, createLog('silent'))
  loadSecret(dataDir)
  const create = await prepareInstallation(databases, ADMIN)
  create?.(Date.now())
  for (const n of [2, 3])
    await bootstrapCompany(databases, Date.now(), {
      name: `Empresa ${n}`,
      admin: { name: 'Admin', email: `admin@empresa${n}.example`, password: ADMIN.password },
      days: 30,
    })
  databases.close()
  const content = keepFolder(dataDir)
  rmSync(dataDir, { recursive: true, force: true })
  return content
})

export type Updatable = Awaited<ReturnType<typeof openUpdatable>>

/** Three companies, the installed executable of the old version, and the program of the new one in its folder. */
export async function openUpdatable(env: Record<string, string> = {}) {
  const built = await buildUpdatable()
  const home = mkdtempSync(join(tmpdir(), 'updatable-'))
  const dataDir = join(home, 'data')
  const installed = join(home, 'balcao')
  mkdirSync(dataDir)
  copyFolder(await kept(), dataDir)
  linkOrCopy(built, installed)
  linkOrCopy(built, programPath(dataDir, NEW))
  const port = await freePort()
  const log = openSync(join(home, 'log'), 'a')
  const settings = bareEnvironment({
    PATH: process.env.PATH ?? '',
    BALCAO_DATA: dataDir,
    BALCAO_HOST: '127.0.0.1',
    BALCAO_PORT: String(port),
    BALCAO_LOG_LEVEL: 'warn',
    ...env,
  })
  afterThisTest(() => {
    for (const { pid } of processesOf(home)) process.kill(pid, 'SIGKILL')
    closeSync(log)
    rmSync(home, { recursive: true, force: true })
  })
  const words = () => readFileSync(join(home, 'log'), 'utf8')
  const sizes = [...new Bun.Glob('*').scanSync(join(dataDir, 'tenants')), ...[]]
  void sizes
  return {
    dataDir,
    words,
    state: () => readUpdateState(dataDir),
    /** The next start of the server tries the new version. */
    async makeReady() {
      const { sha256, size } = await digestOf(built)
      beginAttempt(dataDir, { version: NEW, by: 'command' }, Date.now())
      keepProgram(dataDir, { version: NEW, sha256, size }, Date.now())
      changeAttempt(dataDir, () => ({ phase: 'ready', process: null }))
    },
    serve: (...args: string[]) =>
      Bun.spawn([installed, 'serve', ...args], { stdio: ['ignore', log, log], env: settings, cwd: home }),
    run(...args: string[]) {
      const { stdout, stderr, exitCode } = Bun.spawnSync([installed, ...args], { env: settings, cwd: home })
      return { code: exitCode, out: stdout.toString().trim(), err: stderr.toString().trim() }
    },
    /** The version that answers on the server's port; undefined if nobody does. */
    answering: () => askVersion(port),
    servers: () => processesOf(home).filter(({ args }) => args[1] === 'serve'),
    watchers: () => processesOf(home).filter(({ args }) => args[1] === 'watch-update'),
    /** Waits until the attempt has ended and this version serves. */
    settled: (version?: string) =>
      until(
        async () => {
          const found = await askVersion(port)
          const [attempt] = readUpdateState(dataDir).attempts
          const isOver = attempt?.phase === 'good' || attempt?.phase === 'failed'
          return isOver && found !== undefined && (version === undefined || found === version) && found
        },
        { every: 50, within: 30_000, why: () => `${words()}\n${JSON.stringify(readUpdateState(dataDir).attempts[0], null, 1)}` },
      ),
    /** Schema version and rows of each database; throws on a damaged one. */
    content: () => contentOf(dataDir),
  }
}

const digestOf = async (path: string) => {
  const bytes = await Bun.file(path).bytes()
  return { sha256: new Bun.CryptoHasher('sha256').update(bytes).digest('hex'), size: bytes.length }
}

function linkOrCopy(from: string, to: string): void {
  mkdirSync(dirname(to), { recursive: true })
  try {
    linkSync(from, to)
  } catch {
    copyFileSync(from, to, constants.COPYFILE_FICLONE)
  }
}

const askVersion = (port: number): Promise<string | undefined> =>
  fetch(`http://127.0.0.1:${port}/health`, { signal: AbortSignal.timeout(2000), keepalive: false }).then(
    async (answer) => ((await answer.json()) as { version: string }).version,
    () => undefined,
  )

/** Running processes of the product whose program or data are in this folder. */
function processesOf(home: string): { readonly pid: number; readonly args: readonly string[] }[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        const args = readFileSync(`/proc/${name}/cmdline`, 'utf8').split('\0')
        return args[0]?.startsWith(`${home}/`) ? [{ pid: Number(name), args }] : []
      } catch {
        return [] // it has ended meanwhile
      }
    })
}

const contentOf = (dataDir: string) => {
  const read = (path: string) =>
    withReader(path, (raw) => {
      if (raw.pragma('integrity_check', { simple: true }) !== 'ok') throw new Error(`${path} is damaged`)
      const count = (table: string) => raw.prepare(`SELECT count(*) FROM ${table}`).pluck().get()
      const isControl = path.endsWith('control.db')
      return {
        step: raw.pragma('user_version', { simple: true }),
        rows: (isControl ? ['companies', 'login_index'] : ['users', 'settings', 'contacts', 'messages']).map(count),
      }
    })
  const tenants = readdirSync(join(dataDir, 'tenants')).sort()
  return [controlPath(dataDir), ...tenants.map((uuid) => tenantPath(dataDir, uuid))].map(read)
}
