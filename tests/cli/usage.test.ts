/** Exit codes and error messages of the command line. */
import { expect, test } from 'bun:test'
import { chownSync } from 'node:fs'
import { table } from '../../cli/terminal'
import { bareEnvironment } from '../support/clock'
import { program } from '../support/program'
import { afterThisTest, balcao, balcaoJson, firstLine, folder, freePort, installation, start } from './support'

test('the help lists the commands and the exit codes', async () => {
  const { code, out } = await balcao(['--help'])
  expect(code).toBe(0)
  for (const word of [
    'serve',
    'demo',
    'tenant',
    'user',
    'session',
    'backup',
    'activate',
    'migrate',
    'doctor',
    'fleet',
    'version',
    'simulator',
  ])
    expect(out).toContain(word)
  expect(out).toContain('Exit codes:')
})

test('the version is that of package.json', async () => {
  const { version } = await Bun.file(`${import.meta.dir}/../../package.json`).json()
  expect((await balcao(['version'])).out).toBe(version)
  expect(await balcaoJson<unknown>(['version'])).toEqual({ version })
})

test('a wrong flag or a missing argument is wrong usage: 2', async () => {
  expect(await balcao(['serve', '--nope'])).toMatchObject({ code: 2, out: '', err: expect.stringContaining('--nope') })
  expect(await balcao(['tenant', 'create'])).toMatchObject({ code: 2, err: expect.stringContaining('--email') })
  expect(await balcao(['user', 'create', 'a@b.example', '--name', 'Ana', '--profile', 'king'])).toMatchObject({
    code: 2,
  })
  expect(await balcao(['simulator', '--seed', 'x'])).toMatchObject({ code: 2, err: expect.stringContaining('--seed') })
  expect(await balcao(['simulator', '--port', '65536'])).toMatchObject({
    code: 2,
    err: expect.stringContaining('65535'),
  })
  const asJson = await balcao(['serve', '--nope', '--json'])
  expect({ code: asJson.code, out: asJson.out }).toEqual({ code: 2, out: '' })
  expect(JSON.parse(asJson.err)).toEqual({ error: 'WRONG_USAGE', message: expect.stringContaining('--nope') })
})

test('wrong settings are all reported at once, and nothing is created: 2', async () => {
  const dataDir = folder()
  const env = { BALCAO_PORT: '70000', BALCAO_PUBLIC_URL: 'nonsense', BALCAO_ADMIN_PASSWORD: 'abc' }
  const { code, err } = await balcao(['serve', '--data', dataDir, '--log-level', 'loud'], { env })
  expect(code).toBe(2)
  for (const name of [
    'BALCAO_PORT',
    'BALCAO_PUBLIC_URL',
    'BALCAO_ADMIN_PASSWORD',
    'BALCAO_LOG_LEVEL',
    'BALCAO_ADMIN_EMAIL',
  ])
    expect(err).toContain(name)
  expect([...new Bun.Glob('**').scanSync(dataDir)]).toEqual([])
})

test('a command on a folder without an installation says so, and leaves the folder empty: 1', async () => {
  const dataDir = folder()
  for (const args of [
    ['tenant', 'list'],
    ['backup', 'create'],
    ['backup', 'list'],
    ['activate'],
    ['migrate', 'status'],
    ['user', 'list'],
  ]) {
    const { code, err } = await balcao([...args, '--data', dataDir])
    expect({ args, code, err }).toMatchObject({ code: 1, err: expect.stringContaining('no installation') })
  }
  expect([...new Bun.Glob('**').scanSync(dataDir)]).toEqual([])
})

test('simulator prints its control URL as JSON', async () => {
  expect((await balcao(['simulator', '--help'])).out).toContain('POST <origin>/control/command')
  const child = Bun.spawn([...program, 'simulator', '--json'], { stdio: ['ignore', 'pipe', 'ignore'] })
  afterThisTest(() => child.kill('SIGKILL'))
  const { origin } = JSON.parse(await firstLine(child.stdout)) as { origin: string } // our own --json
  const answer = await fetch(`${origin}/control/command`, { method: 'POST', body: '{"do":"fly"}' })
  expect(await answer.text()).toContain('addPhone')
})

test('an unusable folder is named with the reason: 1', async () => {
  const file = `${folder()}/file`
  await Bun.write(file, '')
  for (const data of [file, `${file}/below`, '/proc/balcao']) {
    const { code, out, err } = await balcao(['serve', '--data', data, '--port', '0'])
    expect({ code, out, err }).toEqual({ code: 1, out: '', err: expect.stringContaining(`${data} cannot be used: `) })
  }
})

test('the flag of a yes-or-no setting may stand alone', async () => {
  const { err } = await balcao(['serve', '--trust-proxy', '--port', 'x'])
  expect(err).toContain('BALCAO_PORT')
  expect(err).not.toContain('BALCAO_TRUST_PROXY')
  expect((await balcao(['serve', '--trust-proxy', 'perhaps'])).err).toContain('BALCAO_TRUST_PROXY')
})

test('a second server on the same folder is refused: 3', async () => {
  const dataDir = await installation()
  await start(['serve', '--data', dataDir])
  const { code, err } = await balcao(['serve', '--data', dataDir, '--port', '0'])
  expect({ code, err }).toEqual({ code: 3, err: expect.stringContaining('in use') })
})

test('a second server on the same port is refused and creates no installation', async () => {
  const first = await start(['serve', '--data', await installation()])
  const dataDir = folder()
  const { code, out, err } = await balcao(['serve', '--data', dataDir, '--port', new URL(first.url).port])
  expect({ code, out, err }).toEqual({ code: 1, out: '', err: expect.stringContaining('--port') })
  expect(await balcaoJson<unknown[]>(['tenant', 'list', '--data', dataDir])).toEqual([])
})

test('sign-in works from the first response of a first start', async () => {
  const port = String(await freePort())
  const who = { email: 'ana@loja.example', password: 'Segredo123' }
  const flags = ['--data', folder(), '--host', '127.0.0.1', '--port', port, '--log-level', 'silent']
  const child = Bun.spawn(
    [...program, 'serve', ...flags, '--admin-email', who.email, '--admin-password', who.password],
    { stdio: ['ignore', 'ignore', 'ignore'], env: bareEnvironment() },
  )
  afterThisTest(async () => {
    child.kill('SIGKILL')
    await child.exited
  })
  const signIn = () =>
    fetch(`http://127.0.0.1:${port}/api/auth/login`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(who),
    }).catch(() => undefined)
  let answer = await signIn()
  while (!answer && child.exitCode === null) answer = await signIn()
  expect(answer?.status).toBe(200)
})

test('errors are text, or JSON with --json; a stack trace only when debugging', async () => {
  const args = ['tenant', 'suspend', '77', '--data', await installation()]
  expect(await balcao(args)).toEqual({ code: 1, out: '', err: expect.not.stringContaining('at ') })
  const asJson = await balcao([...args, '--json'])
  expect(JSON.parse(asJson.err)).toMatchObject({ error: 'ERR_NO_COMPANY_FOUND', message: expect.any(String) })
  const debugged = await balcao(args, { env: { BALCAO_LOG_LEVEL: 'debug' } })
  expect(debugged.err).toContain('tenant.ts')
})

test('migrate status prints the schema versions', async () => {
  const states = await balcaoJson<{ database: string; step: number; of: number }[]>([
    'migrate',
    'status',
    '--data',
    await installation(2),
  ])
  expect(states.map(({ database }) => database)).toEqual(['control.db', 'company 1 tenant.db', 'company 2 tenant.db'])
  for (const { step, of } of states) expect(step).toBe(of)
})

test('root refuses to write into another user’s folder', async () => {
  const dataDir = await installation()
  chownSync(dataDir, 65534, 65534)
  for (const args of [['serve', '--port', '0'], ['user', 'list'], ['backup', 'create'], ['activate']])
    expect(await balcao([...args, '--data', dataDir])).toMatchObject({ code: 1, err: expect.stringContaining('65534') })
})

test('an address that is not of this machine is reported', async () => {
  for (const command of [['serve', '--data', folder(), '--port', '0'], ['simulator']])
    for (const host of ['192.0.2.1', 'no.such.host.invalid'])
      expect(await balcao([...command, '--host', host])).toMatchObject({
        code: 1,
        err: expect.stringContaining('cannot listen on that address'),
      })
})

test('the printed URL is the one it listens on', async () => {
  const { said } = await start(['serve', '--data', folder(), '--host', '127.0.0.2'])
  expect((await fetch(`${said.url}/health`)).status).toBe(200)
})

test('output that cannot be written is a failure: 1; a reader that closes the pipe is not', async () => {
  const data = await installation()
  const list = [...program, 'tenant', 'list', '--data', data]
  const { exitCode, stderr } = Bun.spawnSync(list, { stdout: Bun.file('/dev/full') })
  expect(exitCode).toBe(1)
  expect(stderr.toString()).toBe('The result could not be written to stdout. The disk is full.\n')
  const piped = Bun.spawnSync(['bash', '-c', '"$@" | true; exit $PIPESTATUS', 'bash', ...list])
  expect({ code: piped.exitCode, err: piped.stderr.toString() }).toEqual({ code: 0, err: '' })
})

test('columns are aligned for names in any alphabet', () => {
  expect(
    table([
      ['Loja', 'x'],
      ['東京店', 'x'],
      ['Açaí 🍇', 'x'],
    ]),
  ).toEqual(['Loja     x', '東京店   x', 'Açaí 🍇  x'])
})
