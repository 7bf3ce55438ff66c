/** An installation with a screen that updates itself, and a server with releases for it. */
import {
  constants,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { compileProgram, root } from '../../../src/build/program'
import { writeRelease } from '../../../src/build/release-files'
import { platformHere } from '../../../src/operator/update/manifest'
import { releaseServer } from '../../operator/update/release-server'
import { keys } from '../../operator/update/releases'
import { bareEnvironment } from '../../support/clock'
import { freePort } from '../../support/free-port'
import { until } from '../../survival/support/until'

export const [OLD, NEW] = ['1.0.0', '1.1.0'] as const
export const OPERATOR = { email: 'lucia@maresistemas.example', password: 'Segredo123' }

/** The same file in a folder of programs is another version, and trials are short. */
const replaced = {
  'src/version.ts': `export const version = /programs\\/([^/]+)\\/balcao$/.exec(process.execPath)?.[1] ?? '${OLD}'`,
  'src/operator/update/limits.ts':
    'export const limits = { stop: 12_000, start: 20_000, silence: 10_000, trial: 30_000, open: 10_000, steady: 1500, grace: 300 }',
}

const CHANGES = {
  en: [
    'Voice messages are transcribed on this machine.',
    'Rules can be tried on last week.',
    'Long conversations open at once.',
  ],
  'pt-BR': [
    'Transcrição das mensagens de voz nesta máquina.',
    'Regras de automação com teste na semana passada.',
    'Conversas longas abrem na hora.',
  ],
}

let built: Promise<string> | undefined
async function build(): Promise<string> {
  const folder = mkdtempSync(join(tmpdir(), 'journey-program-'))
  const to = join(folder, 'balcao')
  const entry = join(root, 'tests', 'survival', 'support', 'updatable-program.ts')
  await compileProgram({ to, releaseKey: keys.pem, entry, replaced })
  return to
}

export async function openUpdatable(environment: Readonly<Record<string, string>> = {}) {
  built ??= build()
  const program = await built
  const home = mkdtempSync(join(tmpdir(), 'journey-'))
  const [data, installed] = [join(home, 'data'), join(home, 'balcao')]
  mkdirSync(data)
  copyFileSync(program, installed, constants.COPYFILE_FICLONE)
  const release = join(home, 'release')
  const parts = { version: NEW, at: Date.now() - 2 * 86_400_000, changes: CHANGES, program, platform: platformHere() }
  await writeRelease(release, parts, keys.privateKey)
  const releases = await releaseServer(release)
  const port = await freePort()
  const log = join(home, 'log')
  writeFileSync(log, '')
  const child = Bun.spawn([installed, 'serve', '--simulator', '--json'], {
    cwd: home,
    stdio: ['ignore', 'ignore', Bun.file(log)],
    env: bareEnvironment({
      PATH: process.env.PATH ?? '',
      BALCAO_DATA: data,
      BALCAO_HOST: '127.0.0.1',
      BALCAO_PORT: String(port),
      BALCAO_LOG_LEVEL: 'warn',
      BALCAO_ADMIN_EMAIL: OPERATOR.email,
      BALCAO_ADMIN_PASSWORD: OPERATOR.password,
      ...environment,
    }),
  })
  const url = `http://127.0.0.1:${port}`
  const version = () =>
    fetch(`${url}/health`, { keepalive: false }).then(
      async (answer) => ((await answer.json()) as { version: string }).version,
      () => undefined,
    )
  await until(async () => (await version()) === OLD, { every: 50, why: () => readFileSync(log, 'utf8') })
  return {
    url,
    password: OPERATOR.password,
    data,
    releases,
    version,
    async close() {
      for (const pid of processesOf(home)) process.kill(pid, 'SIGKILL')
      await child.exited
      rmSync(home, { recursive: true, force: true })
    },
  }
}

/** The server, whichever version, and its watcher. */
const processesOf = (home: string): number[] =>
  readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .filter((name) => {
      try {
        return readFileSync(`/proc/${name}/cmdline`, 'utf8').startsWith(`${home}/`)
      } catch {
        return false // it has ended meanwhile
      }
    })
    .map(Number)
