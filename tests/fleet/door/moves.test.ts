/** People at one node, their company at the other or on its way. */
import { expect, test } from 'bun:test'
import { connect } from '../../support/socket'
import { until } from '../../support/until'
import { openTwo, signIn } from './support/two-nodes'

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
