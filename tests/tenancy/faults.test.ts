/** Faults of one company (locked by another process, out of space) do not affect the others. */
import { expect, test } from 'bun:test'
import { join } from 'node:path'
import { tenantPath } from '../../src/platform/databases'
import type { MessagePage } from '../../src/tickets/messages/contract'
import { messageId } from '../support/message-id'
import { connect } from '../support/socket'
import { announcedFile } from '../support/telephones'
import { until } from '../support/until'
import { world } from '../support/world'

async function intrude(path: string, hold: number) {
  const child = Bun.spawn(['bun', join(import.meta.dir, '../support/intruder.ts'), path, String(hold)], {
    stdout: 'pipe',
    stderr: 'inherit',
  })
  let said = ''
  void child.stdout.pipeTo(
    new WritableStream({
      write(chunk) {
        said += new TextDecoder().decode(chunk)
      },
    }),
  )
  await until(() => said.includes('held'), 'the other process to take the file')
  return { isOver: () => said.includes('free'), done: child.exited }
}

function refusalOf(act: () => unknown): string | undefined {
  try {
    act()
    return undefined
  } catch (error) {
    return String(error)
  }
}

test('requests to a company locked by another process are told to retry; other companies are unaffected', async () => {
  const w = world()
  const b = w.company()
  const [ana, bruno] = [w.attendant(), b.attendant()]
  const people = Array.from({ length: 80 }, () => b.attendant()) // one user may start only so many per minute
  const contacts = Array.from({ length: 3 }, () => b.contact().id)
  b.ticket({ userId: bruno.userId })
  const sent = await bruno.json('/api/messages/1', 'POST', { body: 'antes' })
  const { id } = (await sent.json()) as { id: number }
  await until(() => b.rows('SELECT 1 FROM outbox').length === 0)
  const { isOver, done } = await intrude(tenantPath(w.dataDir, b.tenant.uuid), 1_500)

  const laps: number[] = []
  while (!isOver()) {
    const start = performance.now()
    const who = people[laps.length % people.length] ?? bruno
    const refused = await who.api.tickets.post({ contactId: contacts[laps.length % 3] ?? 0 })
    if (refused.status === 200) break // unlocked before we noticed
    expect([refused.status, (refused.error?.value as { error?: string } | undefined)?.error]).toEqual([
      503,
      'ERR_TENANT_BUSY',
    ])
    expect(refused.response.headers.get('retry-after')).toBe('1')
    expect((await bruno.api.tickets.get({ query: {} })).status).toBe(200)
    const middle = performance.now()
    expect(middle - start).toBeLessThan(1_000)
    w.whatsapp.person('5511999990000').says(`m${laps.length}`)
    expect((await ana.api.tickets.get({ query: {} })).status).toBe(200)
    laps.push(performance.now() - middle)
    const refusals = [
      refusalOf(() => b.whatsapp.person('5511999990001').says('oi')),
      refusalOf(() => w.telephones.receipt(b.refOf(1), [w.telephones.sent[0]?.externalId ?? ''], 4)),
    ]
    if (refusals.includes(undefined)) break
    for (const refusal of refusals) expect(refusal).toContain('database is locked') // so the messenger keeps it and delivers it again
    await new Promise(setImmediate)
  }
  expect(laps.length).toBeGreaterThan(3)
  expect(laps.toSorted((x, y) => x - y)[Math.floor(laps.length * 0.9)]).toBeLessThan(60)
  await done
  await until(isOver)
  expect((await bruno.api.tickets.post({ contactId: b.contact().id })).status).toBe(200)
  w.telephones.receipt(b.refOf(1), [w.telephones.sent[0]?.externalId ?? ''], 4)
  expect(b.rows('SELECT ack FROM messages WHERE id = ?', id)).toEqual([{ ack: 4 }])
})

test('however many people of a company wait for its locked file, other companies do not wait', async () => {
  const w = world()
  const b = w.company()
  const [ana, bruno] = [w.attendant(), b.attendant()]
  const people = Array.from({ length: 60 }, () => b.attendant())
  const contacts = Array.from({ length: 60 }, () => b.contact().id)
  const { isOver, done } = await intrude(tenantPath(w.dataDir, b.tenant.uuid), 1_000)

  const waits: number[] = []
  while (!isOver() && waits.length < 10) {
    const start = performance.now()
    const all = contacts.map((contactId, n) => (people[n] ?? bruno).api.tickets.post({ contactId }))
    expect((await ana.api.tickets.get({ query: {} })).status).toBe(200)
    waits.push(performance.now() - start)
    await Promise.all(all)
  }
  // Each of the sixty used to wait 50 ms.
  expect(Math.max(...waits)).toBeLessThan(1000)
  await done
  // Once unlocked, it waits again for a short lock.
  expect((await bruno.api.tickets.post({ contactId: b.contact().id })).status).toBe(200)
  expect(b.db.$client.pragma('busy_timeout', { simple: true })).toBe(50)
})

test('a message whose outcome could not be stored is sent again under its id when the file is unlocked', async () => {
  const w = world()
  w.expectErrors()
  const b = w.company()
  const bruno = b.attendant()
  b.ticket({ userId: bruno.userId })
  let answer = (_: { outcome: 'sent' }) => {}
  w.telephones.answerNext(() => new Promise((resolve) => (answer = resolve)))
  await bruno.json('/api/messages/1', 'POST', { body: 'oi' })
  await until(() => w.telephones.sent.length === 1)
  const { done } = await intrude(tenantPath(w.dataDir, b.tenant.uuid), 400)
  answer({ outcome: 'sent' })
  await done
  b.wakeOutbox()
  await until(() => b.rows('SELECT 1 FROM outbox').length === 0, 'the noted outcome', 7000)
  expect(new Set(w.telephones.sent.map(({ externalId }) => externalId)).size).toBe(1)
})

test('on a full disk reads work, writes fail atomically with 507, and everything works once there is space', async () => {
  const w = world()
  const b = w.company()
  const [ana, bruno] = [w.attendant(), b.attendant()]
  b.ticket({ userId: bruno.userId })
  const pages = Number(b.db.$client.pragma('page_count', { simple: true }))
  b.db.$client.pragma(`max_page_count = ${pages}`)
  let stored = 0
  let full: Response | undefined
  for (let n = 0; n < 200 && !full; n++) {
    const answer = await bruno.json('/api/messages/1', 'POST', { body: 'x'.repeat(3000), isNote: true })
    if (answer.status === 200) stored++
    else full = answer
  }
  expect(full?.status).toBe(507)
  expect(full?.headers.get('retry-after')).toBe('30')
  expect(await full?.json()).toMatchObject({ error: 'ERR_STORAGE_FULL' })
  expect(b.rows('SELECT count(*) AS n FROM messages')).toEqual([{ n: stored }])
  expect((await bruno.api.tickets.get({ query: {} })).status).toBe(200)
  expect((await ana.api.contacts.post({ name: 'Maria', number: '5521996124087' })).status).toBe(200)
  expect(() => b.whatsapp.person('5511999990001').says('y'.repeat(9000))).toThrow()
  b.db.$client.pragma(`max_page_count = ${pages + 10_000}`)
  expect((await bruno.json('/api/messages/1', 'POST', { body: 'agora sim', isNote: true })).status).toBe(200)
  expect(b.db.$client.pragma('integrity_check', { simple: true })).toBe('ok')
  expect(w.server.databases.damagedTenants().size).toBe(0)
})

test('without space a backfilled conversation can be read, and its files are requested once there is space', async () => {
  const w = world()
  const ana = w.attendant()
  const maria = w.whatsapp.person('5521996124087', { connectionId: w.connection({ open: false }).id })
  maria.says('', { kind: 'image', media: announcedFile('old') })
  w.db.$client.exec('UPDATE messages SET imported = 1; DELETE FROM downloads')
  const pages = Number(w.db.$client.pragma('page_count', { simple: true }))
  w.db.$client.pragma(`max_page_count = ${pages}`)
  w.db.$client.pragma('foreign_keys = OFF') // the filler rows have no message
  const fill = w.db.$client.prepare('INSERT INTO downloads (message_id, next_at) VALUES (?, 9e15)')
  expect(() => {
    for (let n = 0; n < 5000; n++) fill.run(1000 + n)
  }).toThrow('full')
  const read = async () => {
    const answer = await ana.request('/api/messages/1')
    return [answer.status, ((await answer.json()) as MessagePage).messages.length] // the route's answer
  }
  expect(await read()).toEqual([200, 1])
  const asked = () => w.rows('SELECT 1 FROM downloads WHERE message_id = ?', messageId(1)).length
  expect(asked()).toBe(0)
  w.db.$client.pragma(`max_page_count = ${pages + 10_000}`)
  expect(await read()).toEqual([200, 1])
  expect(asked()).toBe(1)
})

test('a page that connects while its company is locked still receives events', async () => {
  const w = world()
  const server = w.listen()
  const ana = w.attendant()
  const { done } = await intrude(tenantPath(w.dataDir, w.tenant.uuid), 700)
  const page = connect(server, w.tenant.uuid)
  expect(await page.authenticate(await ana.token())).toMatchObject({ event: 'ready' })
  page.say({ emit: 'userStatus' })
  await done
  w.whatsapp.person('5511999990000').says('oi')
  await until(() => page.bodies().length === 1, 'the message')
  expect((await fetch(`${server.url}/health`)).status).toBe(200)
})

test('a page of a damaged company is disconnected, and the server keeps running', async () => {
  const w = world()
  w.expectErrors()
  const server = w.listen()
  const b = w.company()
  const bruno = b.attendant()
  const token = await bruno.token()
  w.server.databases.setAside(b.tenant.uuid, 'for this test')
  const page = connect(server, b.tenant.uuid)
  await page.isOpen()
  page.say({ emit: 'authenticate', data: { token } })
  await page.isClosed()
  expect((await fetch(`${server.url}/health`)).status).toBe(200)
  expect((await w.attendant().api.tickets.get({ query: {} })).status).toBe(200)
})
