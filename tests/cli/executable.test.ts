/** The executable itself, alone in an empty folder: no sources, no node_modules, no Bun. */
import { beforeAll, expect, test } from 'bun:test'
import { copyFileSync, existsSync, mkdtempSync, rmSync, statSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { bareEnvironment } from '../support/clock'
import { afterThisTest, eventually, folder, freePort, root, start } from './support'

/** Hides the repository from the executable under an empty file system, where the kernel allows it. */
const hide = ['unshare', '-rm', 'sh', '-c', `mount -t tmpfs none '${root}' && exec "$@"`, 'sh']
const canHide = () => Bun.spawnSync([...hide, 'true'], { stderr: 'ignore' }).exitCode === 0

let command: readonly string[] = []
let alone = ''
beforeAll(async () => {
  const built = Bun.spawn([join(root, 'install.sh'), 'build'], { stdout: 'ignore', stderr: 'inherit', stdin: 'ignore' })
  expect(await built.exited).toBe(0)
  alone = mkdtempSync(join(tmpdir(), 'balcao-alone-'))
  process.on('exit', () => rmSync(alone, { recursive: true, force: true }))
  copyFileSync(join(root, 'dist', 'balcao'), join(alone, 'balcao'))
  command = [...(canHide() ? hide : []), join(alone, 'balcao')]
}, 180_000)

/** An environment without a developer's variables. */
const bare = bareEnvironment({ PATH: '/usr/bin:/bin' })

function run(...args: string[]) {
  const { exitCode, stdout, stderr } = Bun.spawnSync([...command, ...args], { cwd: alone, env: bare })
  return { code: exitCode, out: stdout.toString().trim(), err: stderr.toString().trim() }
}

const serve = (data: string) => start(['serve', '--data', data], { command, cwd: alone, env: bare })

/** Processor milliseconds of all threads from process start to the first response. For wall time see bench `start`. */
async function firstAnswer(data: string): Promise<number> {
  const port = await freePort()
  const child = Bun.spawn([...command, 'serve', '--data', data, '--host', '127.0.0.1', '--port', String(port)], {
    cwd: alone,
    env: bare,
    stdout: 'ignore',
    stderr: 'ignore',
  })
  afterThisTest(async () => {
    child.kill('SIGKILL')
    await child.exited
  })
  const answers = () =>
    fetch(`http://127.0.0.1:${port}/api/version`).then(
      ({ ok }) => ok,
      () => false,
    )
  while (!(await answers())) await Bun.sleep(1)
  child.kill('SIGKILL')
  await child.exited
  return Number(child.resourceUsage()?.cpuTime.total) / 1000
}

test('it prints its version without access to the repository', async () => {
  const { version } = await Bun.file(join(root, 'package.json')).json()
  expect(run('version')).toEqual({ code: 0, out: version, err: '' })
  if (canHide()) expect(Bun.spawnSync([...hide, 'ls', root]).stdout.toString()).toBe('')
})

test('it reports where its library cannot be unpacked', () => {
  const data = join(folder(), 'data')
  const { exitCode, stderr } = Bun.spawnSync([...command, 'serve', '--data', data, '--host', '127.0.0.1'], {
    env: { ...bare, TMPDIR: '/proc' },
  })
  expect(exitCode).toBe(1)
  expect(stderr.toString()).toContain('unpacked into /proc')
})

test('it stays within its size limit', () => {
  // Mail takes 3 MB and a fleet as much: code as text, as bytecode and in the source map.
  expect(statSync(join(alone, 'balcao')).size).toBeLessThanOrEqual(158 * 1024 * 1024)
})

/** Starting the executable and reading the command line, as much as this machine's processor makes of it now. */
async function printVersion(): Promise<number> {
  const child = Bun.spawn([...command, 'version'], { cwd: alone, env: bare, stdout: 'ignore', stderr: 'ignore' })
  await child.exited
  return Number(child.resourceUsage()?.cpuTime.total) / 1000
}

// Milliseconds would tell of the machine: the same executable takes 290 on one and 480 on another.
test('its first response takes less than nine times the processor time of its version', async () => {
  const data = join(folder(), 'data')
  const [versions, answers]: [number[], number[]] = [[], []]
  for (let n = 0; n < 6; n++) {
    versions.push(await printVersion())
    answers.push(await firstAnswer(data))
  }
  const [version, answer] = [Math.min(...versions), Math.min(...answers)]
  console.log(`processor until the version: ${version} ms, until the first answer: ${answer} ms`)
  expect(answer).toBeLessThan(9 * version)
})

test('the first start prints the password once; after kill -9 everything is still there', async () => {
  const data = join(folder(), 'data')
  const first = await serve(data)
  const founded = first.said.founded as { email: string; password: string }
  expect(await first.signIn(founded)).toBeString()
  await first.stop('SIGKILL')
  const second = await serve(data)
  expect(second.said.founded).toBeNull()
  expect(await second.signIn(founded)).toBeString()
  expect(run('doctor', '--data', data)).toMatchObject({ code: 0 })
})

test('it serves its embedded screens', async () => {
  const server = await serve(join(folder(), 'data'))
  const page = await fetch(`${server.url}/login`)
  expect(page.headers.get('content-type')).toContain('text/html')
  const html = await page.text()
  const script = /src="(\/assets\/[^"]+\.js)"/.exec(html)?.[1]
  expect((await fetch(`${server.url}${script}`)).headers.get('cache-control')).toContain('immutable')
  const inEncoding = async (encoding: string) => {
    const answer = await fetch(`${server.url}/login`, { headers: { 'accept-encoding': encoding } })
    return { encoding: answer.headers.get('content-encoding'), isWhole: (await answer.text()) === html }
  }
  for (const encoding of ['br', 'gzip']) expect(await inEncoding(encoding)).toEqual({ encoding, isWhole: true })
  expect(await inEncoding('identity')).toEqual({ encoding: null, isWhole: true })
  expect((await fetch(`${server.url}/assets/nothing.js`)).status).toBe(404)
})

test('it refuses invalid numbers and names them', async () => {
  const server = await serve(join(folder(), 'data'))
  const token = await server.signIn(server.said.founded as { email: string; password: string })
  for (const [path, field] of [
    ['/users?pageNumber=0', 'pageNumber'],
    ['/contacts?pageNumber=5001', 'pageNumber'],
    ['/tickets?pageNumber=1.5', 'pageNumber'],
    ['/tickets/-1', 'id'],
  ] as const) {
    const answer = await server.api(path, { headers: { authorization: `Bearer ${token}` } })
    const { details } = (await answer.json()) as { details?: { field: string }[] }
    expect([path, answer.status, details?.map((one) => one.field)]).toEqual([path, 400, [field]])
  }
})

test('on a signal it closes in order within 10 s, even with open sockets', async () => {
  const server = await serve(join(folder(), 'data'))
  const socket = new WebSocket(`${server.url.replace('http', 'ws')}/ws/${'0'.repeat(32)}`)
  expect(await eventually(() => socket.readyState === WebSocket.OPEN)).toBe(true)
  const began = performance.now()
  expect(await server.stop('SIGTERM')).toBe(0)
  expect(performance.now() - began).toBeLessThan(10_000)
})

test('it creates, verifies and restores backups', async () => {
  const data = join(folder(), 'data')
  const server = await serve(data)
  const made = run('backup', 'create', '--json', '--data', data)
  expect(made).toMatchObject({ code: 0 })
  const backup = (JSON.parse(made.out) as { folder: string }).folder
  expect(run('backup', 'verify', backup).code).toBe(0)
  expect(run('backup', 'restore', backup, '--to', join(data, '..', 'new')).code).toBe(0)
  expect(await server.stop()).toBe(0)
})

test('it runs the simulated WhatsApp', async () => {
  const server = await start(['demo', '--data', join(folder(), 'demo')], { command, cwd: alone, env: bare })
  const token = await server.signIn({ email: String(server.said.email), password: String(server.said.password) })
  expect(token).toBeString()
  const connect = (path: string, method: string) =>
    server.api(path, {
      method,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      ...(method === 'POST' ? { body: '{}' } : {}),
    })
  await connect('/whatsappsession/1', 'POST')
  const hasCode = async () => ((await (await connect('/whatsapp/1', 'GET')).json()) as { qrcode: string }).qrcode !== ''
  expect(await eventually(hasCode)).toBe(true)
  expect(existsSync(join(alone, 'node_modules'))).toBe(false)
})
