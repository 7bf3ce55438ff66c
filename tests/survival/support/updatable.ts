/** An installation whose executable can be updated, and what a supervisor and a passer-by see of it. */
import { createPrivateKey, generateKeyPairSync } from 'node:crypto'
import {
  closeSync,
  constants,
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { compileProgram, root } from '../../../src/build/program'
import { writeSigned } from '../../../src/build/release-files'
import { bootstrapCompany, prepareInstallation } from '../../../src/operator/bootstrap'
import { commandStores } from '../../../src/operator/claims'
import { withReader } from '../../../src/operator/inspect'
import { beginAttempt, changeAttempt, keepProgram } from '../../../src/operator/update/attempts'
import { platformHere } from '../../../src/operator/update/manifest'
import { programPath, readUpdateState } from '../../../src/operator/update/programs'
import { controlPath, openDatabases, tenantPath } from '../../../src/platform/databases'
import { createLog } from '../../../src/platform/log'
import { loadSecret } from '../../../src/platform/secret'
import { boundOf } from '../../support/bound'
import { bareEnvironment } from '../../support/clock'
import { freePort } from '../../support/free-port'
import { copyFolder, keepFolder } from '../../support/kept-folder'
import { keptOnce } from '../../support/kept-once'
import { afterThisTest } from './cleanups'
import { EMAIL, PASSWORD } from './server-process'
import type { smallDisk } from './small-disk'
import { until } from './until'

export const OLD = '1.0.0'
export const NEW = '1.1.0'
const cache = join(root, 'node_modules', '.cache', 'updatable')

/** The same file in a folder of programs is another version. Trials are short. */
const replaced = {
  'src/version.ts': `export const version = /programs\\/([^/]+)\\/balcao$/.exec(process.execPath)?.[1] ?? '${OLD}'`,
  'src/fleet/placement/protocol.ts':
    'export const FLEET_PROTOCOL = 1 + Number(/programs\\/\\d+\\.(\\d+)/.exec(process.execPath)?.[1] ?? 0)',
  'src/operator/update/limits.ts': `const short = /hangs|freezes/.test(process.env.TEST_UPDATE_FAULT ?? '') ? 1500 : 20_000
     export const limits = { look: 100, stop: 12_000, start: short, silence: short, trial: 30_000, steady: 500, grace: 300 }`,
}

/** Built once per state of the sources, in about ten seconds; other processes of the suite wait for it. */
export const buildUpdatable = keptOnce(async (): Promise<string> => {
  const folder = join(cache, await digestOfSources())
  const path = join(folder, 'balcao')
  mkdirSync(cache, { recursive: true })
  for (const name of readdirSync(cache))
    if (!join(cache, name).startsWith(folder)) rmSync(join(cache, name), { recursive: true, force: true })
  const bound = boundOf(60_000)
  while (!existsSync(path) && !isFirst(`${folder}.building`) && !bound.isOver()) await Bun.sleep(100)
  if (existsSync(path)) return path
  const own = `${folder}.${process.pid}`
  const { privateKey, publicKey } = generateKeyPairSync('ed25519')
  const releaseKey = publicKey.export({ type: 'spki', format: 'pem' }).toString()
  mkdirSync(own, { recursive: true })
  const entry = join(import.meta.dir, 'updatable-program.ts')
  await compileProgram({ to: join(own, 'balcao'), releaseKey, entry, replaced })
  writeFileSync(join(own, 'balcao.key'), privateKey.export({ type: 'pkcs8', format: 'pem' }))
  if (!existsSync(path)) renameSync(own, folder)
  rmSync(`${folder}.building`, { recursive: true, force: true })
  return path
})

function isFirst(mark: string): boolean {
  try {
    mkdirSync(mark)
    return true
  } catch {
    return false
  }
}

async function digestOfSources(): Promise<string> {
  const hash = new Bun.CryptoHasher('sha256')
  const paths = [...new Bun.Glob('{src,cli,migrations}/**/*.{ts,sql,json}').scanSync(root)].sort()
  for (const path of [
    ...paths,
    'bun.lock',
    'tests/survival/support/updatable-program.ts',
    'tests/survival/support/updatable.ts',
  ])
    hash.update(path).update(await Bun.file(join(root, path)).bytes())
  return hash.digest('hex').slice(0, 16)
}

const ADMIN = { email: EMAIL, password: PASSWORD }
const kept = keptOnce(async () => {
  const dataDir = mkdtempSync(join(tmpdir(), 'updatable-'))
  const databases = openDatabases(dataDir, createLog('silent'))
  loadSecret(dataDir)
  const create = await prepareInstallation(commandStores(databases, Date.now()), ADMIN)
  await create?.(Date.now())
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

/** Where the data lie, if not in a folder of the test. */
type Disk = Pick<Awaited<ReturnType<typeof smallDisk>>, 'dataDir' | 'outside' | 'prefix'>

export type Updatable = Awaited<ReturnType<typeof openUpdatable>>

/** Three companies, the installed executable of the old version, and the program of the new one in its folder. */
export async function openUpdatable(env: Record<string, string> = {}, disk?: Disk) {
  const built = await buildUpdatable()
  const home = mkdtempSync(join(tmpdir(), 'updatable-'))
  const dataDir = disk?.outside ?? join(home, 'data')
  const inside = disk?.dataDir ?? dataDir
  const prefix = disk?.prefix ?? []
  const processes = () => processesOf([home, dirname(inside)])
  const installed = join(home, 'balcao')
  mkdirSync(dataDir)
  copyFolder(await kept(), dataDir)
  put(built, installed)
  put(built, programPath(dataDir, NEW))
  const port = await freePort()
  const log = openSync(join(home, 'log'), 'a')
  const settings = bareEnvironment({
    PATH: process.env.PATH ?? '',
    BALCAO_DATA: inside,
    BALCAO_HOST: '127.0.0.1',
    BALCAO_PORT: String(port),
    BALCAO_LOG_LEVEL: 'warn',
    ...env,
  })
  afterThisTest(() => {
    for (const { pid } of processes()) process.kill(pid, 'SIGKILL')
    closeSync(log)
    rmSync(home, { recursive: true, force: true })
  })
  const words = () => readFileSync(join(home, 'log'), 'utf8')
  const releases = Bun.serve({
    hostname: '127.0.0.1',
    port: 0,
    async fetch(request) {
      const file = Bun.file(join(home, 'release', new URL(request.url).pathname))
      return (await file.exists()) ? new Response(file) : new Response('none', { status: 404 })
    },
  })
  afterThisTest(() => releases.stop(true))
  settings.BALCAO_UPDATE_ADDRESS = `http://127.0.0.1:${releases.port}/`
  const origin = `http://127.0.0.1:${port}`
  return {
    dataDir,
    origin,
    words,
    /** Signs a release of this version. Its program is in the folder already, as after a download. */
    async offer(version: string) {
      put(built, programPath(dataDir, version))
      await offerRelease(join(home, 'release'), version, built)
    },
    /** `balcao update` beside the running server. */
    update: () => Bun.spawn([installed, 'update', '--yes'], { stdio: ['ignore', log, log], env: settings, cwd: home }),
    state: () => readUpdateState(dataDir),
    /** The next start of the server tries the new version. */
    async makeReady() {
      const { sha256, size } = await digestOf(built)
      beginAttempt(dataDir, { version: NEW, by: 'command' }, Date.now())
      keepProgram(dataDir, { version: NEW, sha256, size }, Date.now())
      changeAttempt(dataDir, () => ({ phase: 'ready', process: null }))
    },
    serve: (...args: string[]) =>
      Bun.spawn([...prefix, installed, 'serve', ...args], { stdio: ['ignore', log, log], env: settings, cwd: home }),
    serveIn: (prefix: readonly string[]) =>
      Bun.spawn([...prefix, installed, 'serve'], { stdio: ['ignore', log, log], env: settings, cwd: home }),
    /** A command, with its words. The releases are served by this process. */
    async command(
      args: readonly string[],
      { more = {}, input = '' }: { more?: Record<string, string>; input?: string } = {},
    ) {
      const child = Bun.spawn([installed, ...args], {
        stdio: [new TextEncoder().encode(input), 'pipe', 'pipe'],
        env: { ...settings, ...more },
        cwd: home,
      })
      const [out, err] = await Promise.all([child.stdout, child.stderr].map((stream) => new Response(stream).text()))
      return { code: await child.exited, out: (out ?? '').trim(), err: (err ?? '').trim() }
    },
    releaseFile: (name: string) => join(home, 'release', name),
    run(...args: string[]) {
      const { stdout, stderr, exitCode } = Bun.spawnSync([installed, ...args], { env: settings, cwd: home })
      return { code: exitCode, out: stdout.toString().trim(), err: stderr.toString().trim() }
    },
    /** The version that answers on the server's port; undefined if nobody does. */
    answering: () => askVersion(port),
    processes,
    /** The steps of the attempt to this version so far. */
    stepsTo(version: string) {
      const [attempt] = readUpdateState(dataDir).attempts
      return attempt?.version === version ? attempt.steps.map(({ step }) => step) : []
    },
    servers: () => processes().filter(({ args }) => args[1] === 'serve'),
    watchers: () => processes().filter(({ args }) => args[1] === 'watch-update'),
    /** Waits until the attempt has ended and this version serves. */
    settled: (version?: string) =>
      until(
        async () => {
          const found = await askVersion(port)
          const [attempt] = readUpdateState(dataDir).attempts
          const isOver = attempt?.phase === 'good' || attempt?.phase === 'failed'
          return isOver && found !== undefined && (version === undefined || found === version) && found
        },
        {
          every: 50,
          within: 30_000,
          why: () => `${words()}\n${JSON.stringify(readUpdateState(dataDir).attempts[0], null, 1)}`,
        },
      ),
    /** Of the company that the client is in. */
    uuid: () =>
      withReader(controlPath(dataDir), (raw) =>
        String(raw.prepare('SELECT uuid FROM companies WHERE id = 1').pluck().get()),
      ),
    /** Schema version and rows of each database; throws on a damaged one. */
    content: () => contentOf(dataDir),
  }
}

/** As `writeRelease`, without another copy of the program. */
export async function offerRelease(folder: string, version: string, program: string): Promise<void> {
  const file = { platform: platformHere(), name: 'balcao', ...(await digestOf(program)) }
  const release = { format: 1, version, at: new Date().toISOString(), changes: { en: ['Better.'] }, files: [file] }
  mkdirSync(folder, { recursive: true })
  writeSigned(folder, Buffer.from(JSON.stringify(release)), createPrivateKey(readFileSync(`${program}.key`)))
}

const digests = new Map<string, { sha256: string; size: number }>()
const digestOf = async (path: string) => {
  const known = digests.get(path)
  if (known) return known
  const bytes = await Bun.file(path).bytes()
  const digest = { sha256: new Bun.CryptoHasher('sha256').update(bytes).digest('hex'), size: bytes.length }
  digests.set(path, digest)
  return digest
}

export function put(from: string, to: string): void {
  if (existsSync(to)) return
  mkdirSync(dirname(to), { recursive: true })
  copyFileSync(from, to, constants.COPYFILE_FICLONE)
}

const askVersion = (port: number): Promise<string | undefined> =>
  fetch(`http://127.0.0.1:${port}/health`, { signal: AbortSignal.timeout(2000), keepalive: false }).then(
    async (answer) => ((await answer.json()) as { version: string }).version,
    () => undefined,
  )

/** Running processes of the product whose program is in one of these folders. */
function processesOf(folders: readonly string[]): { readonly pid: number; readonly args: readonly string[] }[] {
  return readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        const args = readFileSync(`/proc/${name}/cmdline`, 'utf8').split('\0')
        return folders.some((folder) => args[0]?.startsWith(`${folder}/`)) ? [{ pid: Number(name), args }] : []
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
        rows: (isControl ? ['companies', 'claims'] : ['users', 'settings', 'contacts', 'messages']).map(count),
      }
    })
  const tenants = readdirSync(join(dataDir, 'tenants')).sort()
  const paths = [controlPath(dataDir), ...tenants.map((uuid) => tenantPath(dataDir, uuid))]
  // SQLite opens nothing in another mount namespace.
  const folder = mkdtempSync(join(tmpdir(), 'content-'))
  try {
    return paths.map((path, at) => {
      const copy = join(folder, `${at}-${basename(path)}`)
      for (const ending of ['', '-wal']) if (existsSync(path + ending)) copyFileSync(path + ending, copy + ending)
      return read(copy)
    })
  } finally {
    rmSync(folder, { recursive: true })
  }
}
