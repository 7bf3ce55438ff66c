/**
 * Tenant isolation: with a token of one company nothing of another can be read, received or changed, whatever the id.
 */
import { expect, test } from 'bun:test'
import { createHash } from 'node:crypto'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { wireName } from '../../src/platform/events'
import { createHub } from '../../src/platform/hub'
import { anActor } from '../support/actor'
import { type CompanyWorld, SALES } from '../support/company-world'
import { standInAi } from '../support/stand-in-ai'
import { quiet, until } from '../support/until'
import { type World, world } from '../support/world'
import { allEvents } from './all-events'
import { furnish, type Ids } from './furnish'
import type { Example } from './module-files'
import { isPlanned, keyOf, methodOf, routeTable } from './route-table'

const CANARY = 'CANARIO'

/** The operator reads and changes other companies by these: here an admin of company 1 who is not of the operator asks. */
const isAboutCompanies = (key: string) => key.includes(' /api/companies') || / .api.invoices.(?!all)/.test(key)

/** A digest of all bytes in a company's folder. */
function printOf(w: World, company: CompanyWorld): string {
  const hash = createHash('sha256')
  for (const file of ['tenant.db', 'tenant.db-wal', 'session.db']) {
    const path = join(w.server.folderOf(company.tenant.uuid), file)
    if (existsSync(path)) hash.update(file).update(readFileSync(path))
  }
  return hash.digest('hex')
}

/** A has few rows and B many, so some ids exist in both and some only in B. */
async function testbed() {
  const w = world({ ai: standInAi() })
  const b = w.company(`${CANARY} Ltda`)
  const ids = await furnish(w, 'A')
  const [first, second, third] = [await furnish(b, CANARY), await furnish(b, CANARY, 1), await furnish(b, CANARY, 2)]
  const admin = w.attendant([SALES], { profile: 'admin', super: true, name: 'Espião' })
  const plain = w.attendant([SALES], { profile: 'admin', name: 'Curioso' })
  const tokens = { operator: await admin.token(), plain: await plain.token() }
  const tokenFor = (key: string) => (isAboutCompanies(key) ? tokens.plain : tokens.operator)
  const bruno = b.attendant([SALES], { profile: 'admin', name: `${CANARY} Bruno` })
  const unseen =
    'SELECT 1 FROM contacts WHERE picture_checked_at = 0 AND id IN (SELECT contact_id FROM messages WHERE from_me = 0)'
  await until(() => b.rows(unseen).length === 0, 'pictures')
  await quiet()
  bruno.forget()
  return { w, b, ids, foreign: [first, second, third], admin, tokenFor, bruno }
}

/** Ids that exist in no company. */
const neverOf = (ids: Ids): Ids =>
  Object.fromEntries(
    Object.entries(ids).map(([name, id]) => [name, typeof id === 'number' ? 99_999 : crypto.randomUUID()]),
  ) as unknown as Ids // one for each key

/** An example with one id replaced, in each place it is used. Many are equal, because a route uses only a few ids. */
function variants(key: string, own: Ids, other: Ids): Example[] {
  const line = routeTable[key]
  if (!line) return []
  return [
    line.example(other),
    ...(Object.keys(own) as (keyof Ids)[]).map((name) => line.example({ ...own, [name]: other[name] })), // the keys of Ids
  ]
}

/** Replaces the company id in an example. */
const withCompany = ({ path, body }: Example, companyId: number): Example => ({
  path: `${path}${path.includes('?') ? '&' : '?'}companyId=${companyId}`,
  ...(body !== undefined && { body: { ...(body as object), companyId } }), // examples are objects
})

/** Show the operator names of companies and of their connections. */
const showsCompanies = [
  'GET /api/monitor/',
  'GET /api/monitor/companies',
  'GET /api/monitor/sockets',
  'GET /api/announcements/:id/readers',
]

test('no id of another company reads, changes or reveals anything', async () => {
  const { w, b, ids, foreign, admin, tokenFor, bruno } = await testbed()
  const before = printOf(w, b)
  const ask = async (key: string, { path, body }: Example) => {
    const answer = await w.request(path, {
      method: methodOf(key),
      headers: {
        authorization: `Bearer ${tokenFor(key)}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    return { status: answer.status, text: await answer.text() }
  }
  const asked = new Set<string>()
  const check = async (key: string, example: Example) => {
    const question = `${key} ${JSON.stringify(example)}`
    if (asked.has(question)) return
    asked.add(question)
    const { status, text } = await ask(key, example)
    const reveals = text.includes(CANARY) && !showsCompanies.includes(key)
    expect([key, example.path, isPlanned(status), reveals]).toEqual([key, example.path, true, false])
  }
  const skipped = ['DELETE /api/auth/logout']
  for (const key of w.app.routes.map(keyOf)) {
    if (skipped.includes(key)) continue
    for (const other of foreign) {
      for (const example of variants(key, ids, other)) await check(key, example)
    }
    for (const example of variants(key, ids, ids)) await check(key, withCompany(example, b.tenant.id))
  }
  expect(asked.size).toBeGreaterThan(250)
  expect(printOf(w, b)).toBe(before)
  expect(JSON.stringify(admin.frames)).not.toContain(CANARY)
  const ofOperator = ['company-announcement', 'company-help', `company-${b.tenant.id}-installation`] // for the people of all companies
  expect(bruno.frames.filter(({ event }) => !ofOperator.includes(event))).toEqual([])
})

test('an id that exists only in another company gets the same response as an unknown one', async () => {
  const { w, b, ids, tokenFor } = await testbed()
  // Ids of B far beyond those of A.
  b.rows('UPDATE sqlite_sequence SET seq = 5000 RETURNING seq')
  const far = await furnish(b, CANARY, 3)
  const never = neverOf(ids)
  const reply = async (key: string, { path, body }: Example) => {
    const answer = await w.request(path, {
      method: methodOf(key),
      headers: {
        authorization: `Bearer ${tokenFor(key)}`,
        ...(body !== undefined && { 'content-type': 'application/json' }),
      },
      ...(body !== undefined && { body: JSON.stringify(body) }),
    })
    return [answer.status, (await answer.text()).replaceAll(/\d{13}|[0-9a-f-]{36}/g, '')]
  }
  for (const key of w.app.routes.map(keyOf)) {
    if (/logout|POST \/api\/contacts|WS|POST \/api\/whatsapp\//.test(key)) continue
    const line = routeTable[key]
    for (const name of Object.keys(ids) as (keyof Ids)[]) {
      const [theirs, nobodys] = [
        line?.example({ ...ids, [name]: far[name] }),
        line?.example({ ...ids, [name]: never[name] }),
      ]
      if (!theirs || !nobodys || JSON.stringify(theirs) === JSON.stringify(line?.example(ids))) continue
      const answers = [await reply(key, theirs), await reply(key, nobodys)]
      expect([key, name, ...(answers[0] ?? [])]).toEqual([key, name, ...(answers[1] ?? [])])
    }
  }
})

test('events of one company are received there only', async () => {
  const { w, b, admin, bruno } = await testbed()
  admin.forget()
  b.whatsapp.person('5511988887777').says(`${CANARY} de novo`)
  b.connect(1)
  expect(admin.frames).toEqual([])
  expect(bruno.frames.length).toBeGreaterThan(2)
  bruno.forget()
  w.whatsapp.person('5511988887777').says('daqui')
  expect(bruno.frames).toEqual([])
  expect(admin.frames.length).toBeGreaterThan(0)
})

test('no event reaches another company, neither live nor in a replay', async () => {
  const hub = createHub(() => 1)
  const page = (tenantId: number) => {
    const heard: string[] = []
    const send = (frame: string) => heard.push((JSON.parse(frame) as { event: string }).event) > 0 // frames of our own hub
    return {
      heard,
      listener: { actor: anActor({ tenantId }), send, subscribe() {}, unsubscribe() {}, backlog: () => 0, close() {} },
    }
  }
  const [ours, theirs, late] = [page(1), page(2), page(1)]
  hub.join(ours.listener, null)
  hub.join(theirs.listener, null)
  const events = await allEvents()
  for (const { eventName: name, schema } of events) {
    const event = { name, payload: { text: CANARY }, schema, about: [], takesBack: null }
    hub.emit(
      { id: 2, uuid: 'b', timeZone: 'UTC', language: 'en', features: null, limits: {}, dueAt: 0, standbySince: null },
      event,
      () => true,
    )
  }
  hub.join(late.listener, 1000)
  expect(events.length).toBeGreaterThan(15)
  expect(theirs.heard).toEqual(['ready', ...events.map(({ eventName }) => wireName(eventName, 2).event)])
  expect([ours.heard, late.heard]).toEqual([['ready'], ['ready']])
})

test('users of one company cannot be referenced in another, and e-mails are unique across the installation', async () => {
  const w = world()
  const b = w.company()
  const ana = w.attendant([], { email: 'ana@loja.example' })
  const double = await b.admin().api.users.post({ name: 'Ana', email: 'ANA@loja.example', password: 'Segredo123' })
  expect(double.error?.value).toMatchObject({ error: 'ERR_DUPLICATED_EMAIL' })
  expect(b.rows("SELECT 1 FROM users WHERE email = 'ana@loja.example'")).toEqual([])
  expect((await ana.api.auth.me.get()).data?.user.companyId).toBe(1)
})

test('a session of one company is invalid in another, also with equal ids', async () => {
  const w = world()
  const b = w.company()
  const [ana, bruno] = [w.admin(), b.admin()]
  expect(ana.userId).toBe(bruno.userId)
  b.attendant([], { name: 'Só em B' })
  const { data } = await ana.api.users.list.get()
  expect(data?.map(({ name }) => name)).not.toContain('Só em B')
  w.server.auth.revoke({ companyId: 1, userId: ana.userId }, 'revoked')
  expect((await bruno.api.auth.me.get()).status).toBe(200)
})
