/** A response leaves when everything it may show is acknowledged, and never if a part of it is lost. */
import { expect, test } from 'bun:test'
import { connect } from 'node:net'
import { CONTROL } from '../../src/platform/gate'
import { PASSWORD, SALES } from '../support/company-world'
import { holdGate } from '../support/held-gate'
import { world } from '../support/world'
import { isSettled } from './settled'

function testbed() {
  const taken = holdGate()
  const w = world({ gate: taken.gate })
  const admin = w.attendant([SALES], { profile: 'admin' })
  return { w, admin, held: taken.held, uuid: w.tenant.uuid }
}

const tag = { name: 'VIP', color: '#ff0000' }
const asJson = (body: unknown): RequestInit => ({
  method: 'POST',
  body: JSON.stringify(body),
  headers: { 'content-type': 'application/json' },
})

test('an answer waits for the commit of its request, and a later one that reads it too', async () => {
  const { w, admin, held, uuid } = testbed()
  held.hold()
  const created = admin.request('/api/tags', asJson(tag))
  await held.waiting()
  const listed = admin.request('/api/tags')
  expect([await isSettled(created), await isSettled(listed)]).toEqual([false, false])
  expect(w.rows('SELECT name FROM tags')).toEqual([{ name: 'VIP' }])
  held.acknowledge(uuid)
  expect([(await created).status, (await listed).status]).toEqual([200, 200])
  expect(await (await listed).text()).toContain('VIP')
  const again = await admin.request('/api/tags')
  expect(again.status).toBe(200)
})

test('a refusal waits as well, and another company does not', async () => {
  const { w, admin, held, uuid } = testbed()
  const other = w.company()
  const bruno = other.attendant([SALES], { profile: 'admin' })
  held.hold()
  void admin.request('/api/tags', asJson(tag))
  await held.waiting()
  const refused = admin.request('/api/tags', asJson({ name: '' }))
  expect(await isSettled(refused)).toBe(false)
  expect((await bruno.request('/api/tags')).status).toBe(200)
  expect(held.listWaiting()).toEqual([uuid])
  held.acknowledge()
  expect((await refused).status).toBe(400)
})

test('a public answer waits for every company, unless it shows none', async () => {
  const { w, admin, held, uuid } = testbed()
  held.hold()
  void admin.request('/api/tags', asJson(tag))
  await held.waiting()
  const plans = w.request('/api/plans/list')
  expect(await isSettled(plans)).toBe(false)
  expect((await w.request('/health')).status).toBe(200)
  held.acknowledge(uuid)
  expect((await held.follow(plans)).status).toBe(200)
})

test('a refused sign-in waits for the company of its e-mail alone', async () => {
  const { w, admin, held, uuid } = testbed()
  w.attendant([SALES], { email: 'ana@loja.example' })
  held.hold()
  void admin.request('/api/tags', asJson(tag))
  await held.waiting()
  const login = (email: string) => w.request('/api/auth/login', asJson({ email, password: 'errada' }))
  expect((await login('ninguem@loja.example')).status).toBe(401)
  const refused = login('ana@loja.example')
  expect(await isSettled(refused)).toBe(false)
  held.acknowledge(uuid)
  expect((await held.follow(refused)).status).toBe(401)
  held.open()
})

test('signing in, and staying signed in, wait for the person’s company alone', async () => {
  const { w, held, uuid } = testbed()
  const other = w.company()
  const { userId } = w.attendant([SALES], { email: 'ana@loja.example' })
  held.hold()
  other.cx.db.$client.exec("INSERT INTO settings (key, value) VALUES ('pending', '')")
  const own = async (answer: Promise<Response>) => {
    await held.waiting()
    expect(await isSettled(answer)).toBe(false)
    return held.follow(answer, uuid, CONTROL)
  }
  const signedIn = await own(w.request('/api/auth/login', asJson({ email: 'ana@loja.example', password: PASSWORD })))
  expect(await signedIn.json()).toMatchObject({ user: { id: userId } })
  const cookie = signedIn.headers.getSetCookie()[0]?.split(';', 1)[0] ?? ''
  const renewed = await own(w.request('/api/auth/refresh_token', { method: 'POST', headers: { cookie } }))
  expect(renewed.status).toBe(200)
  held.open()
})

/** What a real connection receives until it ends. */
function exchange(port: number, head: string, body = ''): { readonly text: Promise<string>; received(): string } {
  const { promise, resolve } = Promise.withResolvers<string>()
  let text = ''
  const socket = connect(port, '127.0.0.1', () => socket.write(`${head}\r\n\r\n${body}`))
  socket.on('data', (bytes) => (text += bytes.toString('latin1')))
  socket.on('error', () => {})
  socket.on('close', () => resolve(text))
  return { text: promise, received: () => text }
}

test('when a commit is lost, the connection ends without a byte', async () => {
  const { w, admin, held, uuid } = testbed()
  const { port } = w.listen()
  const token = await admin.token()
  held.hold()
  const body = JSON.stringify(tag)
  const post = exchange(
    port,
    `POST /api/tags HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer ${token}\r\ncontent-type: application/json\r\ncontent-length: ${body.length}`,
    body,
  )
  await held.waiting()
  const get = exchange(port, `GET /api/tags HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer ${token}`)
  expect(await isSettled(get.text)).toBe(false)
  held.lose(uuid)
  expect([await post.text, await get.text]).toEqual(['', ''])
  const later = exchange(port, `GET /api/tags HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer ${token}`)
  expect(await later.text).toBe('')
  held.open()
})
