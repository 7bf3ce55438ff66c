/** Two nodes as `main.ts` starts them, over real servers of the log: people at one, their company at the other or on its way. */
import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { serve } from '../../../src/main'
import type { Config } from '../../../src/platform/config'
import { PASSWORD } from '../../support/company-world'
import { connect } from '../../support/socket'
import { until } from '../../support/until'
import { afterThisTest } from '../../survival/support/cleanups'
import { startFleet } from '../node/fleet'

const PROGRAM = join(import.meta.dir, 'support/serve-process.ts')

const configOf = (dataDir: string): Config => ({
  dataDir,
  host: '127.0.0.1',
  port: 0,
  httpsPort: 0,
  httpPort: 0,
  publicUrl: null,
  trustProxy: [],
  metricsToken: null,
  admin: { email: null, password: null },
  whatsapp: null,
  logLevel: process.env.SHOW_LOG ? 'info' : 'silent',
})

async function openTwo() {
  const emails: string[] = []
  let uuid = ''
  const fleet = await startFleet((w) => {
    const bakery = w.company('Padaria Sol')
    const { email } = bakery.attendant([], { profile: 'admin' })
    emails.push(email)
    ;({ uuid } = bakery.tenant)
  })
  const a = await serve(configOf(fleet.first), { fleet: await fleet.settings('a') })
  afterThisTest(() => a.stop())
  await until(() => a.server.fleet?.owns(uuid), 'the company on a')
  const served = JSON.stringify({ config: configOf(fleet.emptyFolder()), fleet: await fleet.settings('b') })
  const child = Bun.spawn([process.execPath, PROGRAM], {
    env: { ...process.env, SERVED: served },
    stdout: 'pipe',
    stderr: 'inherit',
  })
  afterThisTest(() => child.kill('SIGKILL'))
  const lines: string[] = []
  void (async () => {
    for await (const chunk of child.stdout) lines.push(...Buffer.from(chunk).toString().trim().split('\n'))
  })()
  const { url } = JSON.parse(await until(() => lines.find((line) => line.includes('"url"')), 'b to listen'))
  const b: { readonly url: string } = { url }
  const ownerNow = () => a.server.fleet?.status().companies.find((one) => one.uuid === uuid)
  return { a, b, child, ownerNow, uuid, email: emails[0] ?? '' }
}

const signIn = async (url: string, email: string, password = PASSWORD) => {
  const response = await fetch(`${url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email, password }),
  })
  const { token, error } = (await response.json()) as { token?: string; error?: string }
  return { status: response.status, token: token ?? '', error, cookie: response.headers.get('set-cookie') ?? '' }
}

test('people reach their company through any node, also while it moves', async () => {
  const { a, b, ownerNow, uuid, email } = await openTwo()
  expect(await signIn(b.url, email, 'errada')).toMatchObject({ status: 401, error: 'ERR_INVALID_CREDENTIALS' })
  const { status, token, cookie } = await signIn(b.url, email)
  expect(status).toBe(200)
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
  const me = await fetch(`${b.url}/api/auth/me`, { headers })
  expect(await me.json()).toMatchObject({ user: { email } })
  const renewed = await fetch(`${b.url}/api/auth/refresh_token`, {
    method: 'POST',
    headers: { cookie: cookie.split(';')[0] ?? '' },
  })
  expect(renewed.status).toBe(200)

  const health = async (url: string) => (await fetch(`${url}/health`)).json()
  expect(await health(a.url)).toMatchObject({ status: 'ok', node: 'a', role: 'installation', companies: 2 })
  expect(await health(b.url)).toMatchObject({ status: 'ok', node: 'b', role: 'member', companies: 0 })

  const pages = [a, b].map(({ url }) => connect({ port: Number(new URL(url).port) }, uuid))
  for (const page of pages) await page.authenticate(token)
  const [move, times] = [a.server.fleet?.move(uuid, 'b'), [] as number[]]
  let isOver = false
  const write = async (url: string) => {
    for (let n = 0; !isOver; n++) {
      const began = performance.now()
      const made = await fetch(`${url}/api/quick-messages`, {
        method: 'POST',
        headers,
        body: JSON.stringify({ shortcode: `${new URL(url).port}-${n}`, message: 'Olá' }),
      })
      expect([made.status, made.status === 200 ? '' : await made.text()]).toEqual([200, ''])
      times.push(performance.now() - began)
    }
  }
  const writing = [a, b].map(({ url }) => write(url))
  await move
  await until(() => ownerNow()?.owner === 'b', 'the company on b')
  for (const page of pages) expect(await page.isClosed()).toBe(1012)
  isOver = true
  await Promise.all(writing)
  expect(Math.max(...times)).toBeLessThan(2_000)
  if (process.env.SHOW)
    console.log('longest change while the company moves:', Math.max(...times), 'ms of', times.length)
  const again = connect({ port: Number(new URL(a.url).port) }, uuid)
  await again.authenticate(token)
  const listed = await fetch(`${a.url}/api/quick-messages?pageNumber=1`, { headers })
  expect((await listed.json()).count).toBe(times.length)
  again.leave()
}, 180_000)
