/** The installer: files it installs or keeps, upgrades, and how it runs the tests. System programs are stand-ins. */
import { beforeEach, expect, test } from 'bun:test'
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { folder, root } from './support'

let home = ''
beforeEach(() => {
  home = folder()
  copyFileSync(join(root, 'install.sh'), join(home, 'install.sh'))
  put('dist/balcao', '#!/bin/sh\necho "executable $*"\n')
})

function put(path: string, content: string) {
  mkdirSync(join(home, path, '..'), { recursive: true })
  writeFileSync(join(home, path), content)
  chmodSync(join(home, path), 0o755)
}

function install(args: readonly string[], env: Record<string, string> = {}) {
  const { exitCode, stdout, stderr } = Bun.spawnSync(['sh', join(home, 'install.sh'), ...args], {
    cwd: '/',
    env: { PATH: `${home}/bin:/usr/bin:/bin`, ...env },
  })
  return { code: exitCode, lines: stdout.toString().trimEnd().split('\n'), err: stderr.toString() }
}

test('the hardened service is installed below DESTDIR; a second run changes nothing and keeps the operator’s settings', () => {
  const env = { DESTDIR: join(home, 'target') }
  const at = (path: string) => join(env.DESTDIR, path)
  expect(install([], env).code).toBe(0)
  const unit = readFileSync(at('etc/systemd/system/balcao.service'), 'utf8')
  for (const line of [
    ...['User=balcao', 'NoNewPrivileges=yes', 'ProtectSystem=strict', 'ReadWritePaths=/var/lib/balcao'],
    ...['UnsetEnvironment=BUN_BE_BUN BUN_OPTIONS', 'LimitNOFILE=65536', 'TimeoutStopSec=15', 'Restart=always'],
    ...['WatchdogSec=60', 'WatchdogSignal=SIGKILL', 'NotifyAccess=main'],
    ...['StartLimitIntervalSec=0', 'RestartPreventExitStatus=2', 'PrivateTmp=yes', 'ExecPaths=/tmp'],
  ])
    expect(unit.split('\n')).toContain(line)
  expect(statSync(at('var/lib/balcao')).mode & 0o777).toBe(0o700)
  expect(statSync(at('etc/balcao.env')).mode & 0o777).toBe(0o640)

  writeFileSync(at('etc/balcao.env'), 'BALCAO_PORT=9000\n')
  const before = statSync(at('usr/local/lib/balcao/balcao')).ino
  expect(install([], env).code).toBe(0)
  expect(statSync(at('usr/local/lib/balcao/balcao')).ino).toBe(before)
  expect(readFileSync(at('etc/balcao.env'), 'utf8')).toBe('BALCAO_PORT=9000\n')

  put('dist/balcao', '#!/bin/sh\necho "newer $*"\n')
  expect(install([], env).code).toBe(0)
  expect(readFileSync(at('usr/local/lib/balcao/balcao'), 'utf8')).toContain('newer')
})

test('an executable that does not run is not installed', () => {
  const env = { DESTDIR: join(home, 'target') }
  expect(install([], env).code).toBe(0)
  put('dist/balcao', '#!/bin/sh\nkill -BUS $$\n')
  const { code, err } = install([], env)
  expect(code).toBe(1)
  expect(err).toContain('dist/balcao does not run here')
  expect(readFileSync(join(env.DESTDIR, 'usr/local/lib/balcao/balcao'), 'utf8')).toContain('executable')
  expect(readdirSync(join(env.DESTDIR, 'usr/local/lib/balcao'))).toEqual(['balcao'])
})

test('the service may write to the data folder of the settings', () => {
  const env = { DESTDIR: join(home, 'target') }
  put('target/etc/balcao.env', 'BALCAO_PORT=9000\nBALCAO_DATA="/srv/desk" \n')
  expect(install([], env).code).toBe(0)
  const unit = readFileSync(join(env.DESTDIR, 'etc/systemd/system/balcao.service'), 'utf8').split('\n')
  expect(unit).toContain('ReadWritePaths=/srv/desk')
  expect(unit).toContain('RequiresMountsFor=/srv/desk')
  expect(statSync(join(env.DESTDIR, 'srv/desk')).mode & 0o777).toBe(0o700)
})

test.each([
  ['desk', 'must be a whole path'],
  ['/home/ana/desk', 'sees nothing of its own'],
  ['/srv/two words', 'only letters'],
  ['/srv/../etc', 'only letters'],
  ['/srv/..', 'only letters'],
  ['/srv', 'something else than Balcão'],
])('an invalid data folder is refused: %s', (data, words) => {
  const env = { DESTDIR: join(home, 'target') }
  put('target/srv/website/index.html', 'of somebody else')
  put('target/etc/balcao.env', `BALCAO_DATA=${data}\n`)
  const { code, err } = install([], env)
  expect(code).toBe(1)
  expect(err).toContain(words)
  expect(existsSync(join(env.DESTDIR, 'etc/systemd/system/balcao.service'))).toBe(false)
})

test('an empty disk, an installation, and one that never started are accepted as data folder', () => {
  const env = { DESTDIR: join(home, 'target') }
  put('target/etc/balcao.env', 'BALCAO_DATA=/srv/desk\n')
  mkdirSync(join(env.DESTDIR, 'srv/desk/lost+found'), { recursive: true })
  expect(install([], env).code).toBe(0)
  put('target/srv/desk/lock.db', '')
  expect(install([], env).code).toBe(0)
  put('target/srv/desk/control.db', '')
  expect(install([], env).code).toBe(0)
})

/** The installed command with its paths moved below `home`. It prints the settings it gets. */
function command(settings: string | null) {
  const target = join(home, 'target')
  put('dist/balcao', '#!/bin/sh\n[ "$1" = version ] || env | grep "^BALCAO_" | sort\n')
  expect(install([], { DESTDIR: target }).code).toBe(0)
  put('bin/id', '#!/bin/sh\necho 1000\n')
  if (settings === null) rmSync(join(target, 'etc/balcao.env'))
  else put('target/etc/balcao.env', settings)
  const text = readFileSync(join(target, 'usr/local/bin/balcao'), 'utf8')
  put(
    'command',
    text.replaceAll('/etc/balcao.env', `${target}/etc/balcao.env`).replaceAll('/usr/local', `${target}/usr/local`),
  )
  const { stdout } = Bun.spawnSync([join(home, 'command'), 'list'], { env: { PATH: `${home}/bin:/usr/bin:/bin` } })
  return stdout.toString().trim().split('\n')
}

test('the command reads the settings as systemd does', () => {
  const written = `# a remark\n  BALCAO_PORT=9000  \nBALCAO_PUBLIC_URL='https://a.example'\nBALCAO_ADMIN_PASSWORD="a b=c"\nOTHER=1`
  expect(command(written)).toEqual([
    'BALCAO_ADMIN_PASSWORD=a b=c',
    'BALCAO_DATA=/var/lib/balcao',
    'BALCAO_PORT=9000',
    'BALCAO_PUBLIC_URL=https://a.example',
  ])
})

test('the command works without a settings file', () => {
  expect(command(null)).toEqual(['BALCAO_DATA=/var/lib/balcao'])
})

test('removing the service keeps data and settings', () => {
  const env = { DESTDIR: join(home, 'target') }
  install([], env)
  writeFileSync(join(env.DESTDIR, 'var/lib/balcao/control.db'), 'data')
  expect(install(['uninstall'], env).code).toBe(0)
  expect(existsSync(join(env.DESTDIR, 'usr/local/bin/balcao'))).toBe(false)
  expect(existsSync(join(env.DESTDIR, 'etc/systemd/system/balcao.service'))).toBe(false)
  expect(readFileSync(join(env.DESTDIR, 'var/lib/balcao/control.db'), 'utf8')).toBe('data')
  expect(existsSync(join(env.DESTDIR, 'etc/balcao.env'))).toBe(true)
})

test('demo starts the built executable with the given flags', () => {
  expect(install(['demo', '--port', '9000'])).toMatchObject({ code: 0, lines: ['executable demo --port 9000'] })
})

test('an unknown command prints the known ones', () => {
  const { code, err } = install(['dance'])
  expect(code).toBe(2)
  expect(err).toContain('./install.sh demo')
})

/**
 * A machine with systemd below `home`, with stand-in programs. The service runs once it is started. `journal` is its
 * log; `answers` the exit of a /health request; `restarts` its number of failures. A version called `broken` fails at
 * once.
 */
function machine({ journal = 'Balcão serves http://localhost:8080', answers = 'true', restarts = '0' } = {}) {
  const at = (path: string) => join(home, 'target', path)
  const script = readFileSync(join(root, 'install.sh'), 'utf8').replace(' | /tmp/*', '') // the tests' folders are there
  put('install.sh', script.replaceAll(/(?<=[ ="])\/(?=(usr\/local|etc|var|run|proc)\/)/g, `${home}/target/`))
  for (const word of ['chown', 'sleep', 'getent']) put(`bin/${word}`, '#!/bin/sh\n')
  put('bin/id', '#!/bin/sh\necho 0\n')
  put('bin/runuser', '#!/bin/sh\nshift 3\nexec "$@"\n')
  put('bin/journalctl', `#!/bin/sh\ncat <<'END'\n${journal}\nEND\n`)
  put(
    'bin/systemctl',
    `#!/bin/sh
case "$*" in
'start balcao')
  grep -q '# broken' ${at('usr/local/lib/balcao/balcao')} && { echo 3 >${at('falls')}; rm -f ${at('proc/7/exe')}; exit 0; }
  mkdir -p ${at('proc/7')} && ln -sf "$(cat ${at('handed-over')} 2>/dev/null || echo ${at('usr/local/lib/balcao/balcao')})" ${at('proc/7/exe')} && : >${at('starting')} ;;
'reset-failed balcao') rm -f ${at('falls')} ;;
'is-active --quiet balcao')
  if [ -e ${at('starting')} ]; then rm ${at('starting')}; exit 1; fi
  [ -e ${at('proc/7/exe')} ] ;;
'is-failed --quiet balcao') exit 1 ;;
*MainPID*) echo 7 ;;
*InvocationID*) echo abc ;;
*NRestarts*) cat ${at('falls')} 2>/dev/null || echo ${restarts} ;;
esac
`,
  )
  mkdirSync(at('run/systemd/system'), { recursive: true })
  const release = (version: string, step = '1 of 1') =>
    put(
      'dist/balcao',
      `#!/bin/sh
case "$1" in
backup) mkdir -p "$4" ;;
migrate) printf "control.db           step 1 of 1\\ncompany 12 tenant.db  step ${step}\\n" ;;
-e) echo "$HEALTH" >${at('asked')}; ${answers} ;;
esac # ${version}
`,
    )
  release('one')
  return { at, release }
}

test('without a journal the service is checked by its response', () => {
  const { at } = machine({ journal: '' })
  put('target/etc/balcao.env', 'BALCAO_HOST=::1\nBALCAO_PORT=9000\n')
  const { code, err } = install([])
  expect([code, readFileSync(at('asked'), 'utf8').trim()]).toEqual([0, 'http://[::1]:9000/health'])
  expect(err).toContain('Balcão runs')
  expect(err).toContain('balcao user set-password admin@balcao.local')
})

test('a service that neither logs nor responds counts as not started', () => {
  machine({ journal: '', answers: 'false' })
  const { code, err } = install([])
  expect(code).toBe(1)
  expect(err).toContain('the service does not start; and no journal is kept here. To hear why: systemctl stop')
})

test('a failed start prints the last log lines', () => {
  machine({ journal: 'Invalid settings:\n  BALCAO_PORT: must be a port number', answers: 'false' })
  const { code, err } = install([])
  expect(code).toBe(1)
  expect(err).toContain('BALCAO_PORT: must be a port number')
  expect(err).toContain('last words are above')
})

test('another program on the port that never responds does not block the installer', () => {
  const mute = Bun.serve({ port: 0, fetch: () => Promise.withResolvers<Response>().promise })
  machine({ journal: '', answers: `timeout 20 ${process.execPath} "$@"`, restarts: '1' })
  put('target/etc/balcao.env', `BALCAO_PORT=${mute.port}\n`)
  const began = performance.now()
  const { code, err } = install([])
  expect(code).toBe(1)
  expect(err).toContain('the service does not start')
  expect(performance.now() - began).toBeLessThan(15_000)
  void mute.stop(true)
})

test('an executable older than the data is not installed', () => {
  const { at, release } = machine()
  expect(install([]).code).toBe(0)
  put('target/var/lib/balcao/control.db', '')
  const place = 'usr/local/lib/balcao/balcao'
  release('older', '11 of 8')
  const { code, err } = install([])
  expect(code).toBe(1)
  expect(err).toContain('older than the data')
  expect(readFileSync(at(place), 'utf8')).toContain('# one')
  expect(readdirSync(at('usr/local/lib/balcao'))).toEqual(['balcao'])
  release('newer', '8 of 11')
  expect(install([]).code).toBe(0)
  expect(readFileSync(at(place), 'utf8')).toContain('# newer')
})

test('if a new version does not start, the former one serves again, and failures do not count for the next', () => {
  const { at, release } = machine()
  const place = at('usr/local/lib/balcao/balcao')
  expect(install([]).code).toBe(0)
  put('target/var/lib/balcao/control.db', '')
  release('broken')
  const { code, err } = install([])
  expect([code, err]).toEqual([1, expect.stringContaining('The version before serves again, with the same data')])
  expect([readFileSync(place, 'utf8').includes('# one'), existsSync(`${place}.former`)]).toEqual([true, false])

  writeFileSync(place, readFileSync(place, 'utf8').replace('# one', '# broken one'))
  writeFileSync(at('falls'), '500')
  release('two')
  expect(install([]).code).toBe(0)
  expect(readFileSync(place, 'utf8')).toContain('# two')
})

test('a newer program that an update brought serves, and is not taken for a former one', () => {
  const { at, release } = machine()
  release('one', '2 of $([ "$BALCAO_PROGRAM" = own ] && echo 1 || echo 2)')
  expect(install([]).code).toBe(0)
  put('target/var/lib/balcao/lock.db', '')
  const brought = 'target/var/lib/balcao/programs/1.1.0/balcao'
  put(brought, '#!/bin/sh\n')
  writeFileSync(at('handed-over'), join(home, brought))
  const handsOver = (version: string) => {
    const path = 'target/usr/local/lib/balcao/balcao'
    put(
      path,
      readFileSync(join(home, path), 'utf8').replace('case "$1" in', `case "$1" in\nversion) echo ${version} ;;`),
    )
    copyFileSync(join(home, path), join(home, 'dist/balcao'))
    rmSync(at('proc/7/exe'), { force: true })
  }
  handsOver('1.1.0')
  const { code, err } = install([])
  expect([code, err]).toEqual([0, expect.stringContaining('Version 1.1.0 serves, which an update brought')])
  // The executable that is installed now is newer, yet the program still runs.
  handsOver('1.2.0')
  const other = install([])
  expect([other.code, other.err]).toEqual([1, expect.stringContaining('the service does not start')])
})

test('a version older than the data is refused, although it would hand over to the program that wrote them', () => {
  const { at, release } = machine()
  expect(install([]).code).toBe(0)
  put('target/var/lib/balcao/control.db', '')
  release('older', '2 of $([ "$BALCAO_PROGRAM" = own ] && echo 1 || echo 2)')
  const { code, err } = install([])
  expect([code, err]).toEqual([1, expect.stringContaining('older than the data')])
  expect(readFileSync(at('usr/local/lib/balcao/balcao'), 'utf8')).toContain('# one')
})

test('if it has already migrated the data, they stay, and the way back is printed', () => {
  const { at, release } = machine()
  const place = at('usr/local/lib/balcao/balcao')
  release('one', `$(cat ${at('step')} 2>/dev/null || echo 1) of 1`)
  expect(install([]).code).toBe(0)
  put('target/var/lib/balcao/control.db', '')
  release('broken', `1$(echo 2 >${at('step')}) of 2`)
  const { code, err } = install([])
  expect(code).toBe(1)
  for (const words of [
    'cannot read the data any more',
    'mv ',
    'balcao backup restore ',
    '-before-upgrade && cp -p ',
    'secret.key ',
    'systemctl start balcao && balcao activate',
  ])
    expect(err).toContain(words)
  expect(readFileSync(place, 'utf8')).toContain('# broken')
  expect(readFileSync(`${place}.former`, 'utf8')).toContain('# one')
})

test('the newest five backups before upgrades are kept, and all of the operator’s', () => {
  const { at, release } = machine()
  expect(install([]).code).toBe(0)
  put('target/var/lib/balcao/control.db', '')
  const before = (day: number) => `2026-01-0${day}T000000Z-before-upgrade`
  for (const name of [...[1, 2, 3, 4, 5, 6].map(before), '2025-01-01T000000Z', '2025-01-02T000000Z'])
    mkdirSync(at(`var/lib/balcao/backups/${name}`), { recursive: true })
  release('two')
  expect(install([]).code).toBe(0)
  const kept = readdirSync(at('var/lib/balcao/backups')).sort()
  expect(kept.slice(0, -1)).toEqual(['2025-01-01T000000Z', '2025-01-02T000000Z', ...[3, 4, 5, 6].map(before)])
  expect(kept.at(-1)).toMatch(/^20\d\d-\d\d-\d\dT\d{6}Z-before-upgrade$/)
})

/** Prevents installations of missing programs during tests. */
function withBun(body: string) {
  put('bin/bun', `#!/bin/sh\n[ "$1" = --version ] && echo 1.4.5 && exit\n${body}\n`)
  put('node_modules/.installed', '')
  for (const word of ['apt-get', 'dpkg-query']) put(`bin/${word}`, '#!/bin/sh\n')
  put('bin/id', '#!/bin/sh\necho 0\n')
  for (const release of ['testing', 'bookworm']) put(`.tools/nats/${release}/nats-server`, '#!/bin/sh\n')
}

test('test runs the suite with the flags, and passes on its output and exit code', () => {
  withBun('echo "bun $*"; exit 3')
  const { code, lines } = install(['test', '--long'])
  expect({ code, lines }).toEqual({ code: 3, lines: ['bun run suite --long'] })
})
