/** Events reveal nothing that the API refuses: every receiver of an event requests its data by API. */
import { describe, expect, test } from 'bun:test'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { LiveEvent } from '../../src/platform/events'
import { writeSetting } from '../../src/settings/settings'
import { type Attendant, LOJA, SALES, SUPPORT } from '../support/company-world'
import { quiet } from '../support/until'
import { allEvents } from './all-events'
import type { Ids } from './furnish'
import { furnishedWorld } from './furnished'
import { moduleFiles, type ShownAt } from './module-files'
import { methodOf, routeTable } from './route-table'

const shownAt: ShownAt = Object.assign({}, ...moduleFiles.map((one) => one.shownAt))

/** The strictest company (restricted connections, contacts and queue), with one user of each kind. */
async function place() {
  const events: { readonly event: LiveEvent; readonly hears: readonly string[] }[] = []
  const people = new Map<string, Attendant>()
  const { w, ids } = await furnishedWorld({
    observed: (event, audience) =>
      void events.push({
        event,
        hears: [...people].flatMap(([name, who]) => (audience(who.listener.actor) ? name : [])),
      }),
  })
  const admin = w.attendant([SALES], { profile: 'admin', super: true })
  for (const { join } of moduleFiles) join?.(w, ids, admin.userId)
  writeSetting(w.db, 'restrictedChannels', 'enabled')
  writeSetting(w.db, 'restrictedContactSearch', 'enabled')
  const other = w.connection({ open: false }).id
  people.set('user', w.attendant([SALES], { connections: [LOJA] }))
  people.set('user of another connection', w.attendant([SALES], { connections: [other] }))
  people.set('user of all chats', w.attendant([SALES], { connections: [LOJA], allUserChat: true }))
  people.set('user of another queue', w.attendant([SUPPORT], { connections: [LOJA] }))
  people.set('user of no queue', w.attendant([], { connections: [LOJA] }))
  people.set('supervisor', w.attendant([], { connections: [LOJA, other, ids.stopped], profile: 'supervisor' }))
  people.set('supervisor of another connection', w.attendant([], { connections: [other], profile: 'supervisor' }))
  people.set('admin', w.admin())
  people.set('super', admin)
  const neighbours = [w.company().admin(), w.company('Bazar').attendant([])]
  await admin.json(`/api/queue/${SUPPORT}`, 'PUT', { isRestricted: true })
  await quiet()
  events.length = 0
  for (const one of neighbours) one.forget()
  return { w, ids, admin, people, events, neighbours }
}

const walkedEvents = new Set<string>()

/** Requests each event's data as every receiver; returns refusals. */
async function refused({
  people,
  events,
  neighbours,
}: Pick<Awaited<ReturnType<typeof place>>, 'people' | 'events' | 'neighbours'>) {
  await quiet()
  const found: unknown[] = []
  for (const { event, hears } of events.splice(0)) {
    walkedEvents.add(event.name)
    const address = shownAt[event.name]
    if (typeof address !== 'function') continue
    for (const name of hears) {
      const path = address(event.payload)
      const answer = await people.get(name)?.request(path)
      if (answer?.status !== 200) {
        found.push([event.name, name, path, answer?.status])
        continue
      }
      const beyond = withoutRows.test(event.name) ? [] : fieldsBeyond(event.payload, await answer.json())
      if (beyond.length > 0) found.push([event.name, name, path, beyond])
    }
  }
  for (const { frames } of neighbours)
    found.push(
      ...frames.filter(({ event }) => !forEverybody.test(event)).map(({ event }) => ['another company', event]),
    )
  return found
}

/** What the operator sends to all companies. */
const forEverybody = /^(announcement|help|installation)/

/** Messages are compared with their ticket, which gives the last one only: reading them marks them as read. */
const withoutRows = /^appMessage/

type Row = Readonly<Record<string, unknown>>
const isRow = (value: unknown): value is Row => typeof value === 'object' && value !== null && !Array.isArray(value)

/** Every object in a value, at any depth. */
function* rowsIn(value: unknown): Generator<Row> {
  if (isRow(value)) yield value
  for (const inner of Array.isArray(value) ? value : isRow(value) ? Object.values(value) : []) yield* rowsIn(inner)
}

/** Fields of the event's rows that the API's answer does not give for the same row: absent, or empty where the event has a value. */
function fieldsBeyond(payload: unknown, answer: unknown): string[] {
  const given = [...rowsIn(answer)]
  return (isRow(payload) ? Object.values(payload) : []).filter(isRow).flatMap((row) => {
    const same = given.filter(({ id }) => id !== undefined && id === row.id)
    if (same.length === 0) return []
    const has = (key: string) => same.some((one) => key in one)
    return Object.keys(row).filter((key) => !has(key))
  })
}

test('the modules list exactly the existing events', async () => {
  expect((await allEvents()).map(({ eventName }) => eventName).sort()).toEqual(Object.keys(shownAt).sort())
})

/** Events that the sources emit to all of a company, with the file. */
async function sentToEverybody(): Promise<[event: string, file: string][]> {
  const names = new Map<string, string>()
  const src = join(import.meta.dir, '..', '..', 'src')
  for (const path of new Bun.Glob('**/contract.ts').scanSync(src))
    for (const [exported, value] of Object.entries((await import(join(src, path))) as object))
      if (typeof value === 'function' && 'eventName' in value) names.set(exported, String(value.eventName))
  return [...new Bun.Glob('**/*.ts').scanSync(src)].flatMap((path) => {
    const code = readFileSync(join(src, path), 'utf8')
    const found = [...code.matchAll(/\.emit\(\s*(\w+)\((?:(?!\.emit\()[\s\S])*?\),\s*\(\) => (true|[^\n]*)/g)]
    return found.flatMap(([, definition = '', audience]) =>
      audience?.startsWith('true') && names.has(definition)
        ? [[names.get(definition) ?? '', path] as [string, string]]
        : [],
    )
  })
}

test('an event is sent to everybody only if everybody may read it, also where no walk comes by', async () => {
  const found = await sentToEverybody()
  expect(found.length).toBeGreaterThan(10)
  const { people } = await place()
  const user = people.get('user of no queue')
  const wrong = []
  for (const [event, file] of found) {
    const address = shownAt[event]
    if (typeof address !== 'function') continue
    // Only the gate of the route matters here: any id will do.
    const path = address(new Proxy({}, { get: (_, key) => (key === Symbol.toPrimitive ? () => '1' : anything) }))
    const answer = await user?.request(path)
    if (answer?.status === 403) wrong.push([event, file])
  }
  expect(wrong).toEqual([])
})
const anything: object = new Proxy({}, { get: (_, key) => (key === Symbol.toPrimitive ? () => '1' : anything) })

describe('receivers of an event may read its data by API', () => {
  const keys = Object.keys(routeTable).filter(
    (key) => !/^(GET|ALL|WS)|\/auth\/|\/simulator\//.test(key) && routeTable[key]?.opens === 'session',
  )
  const segmentOf = (key: string) => key.split('/')[2] ?? ''
  /** They change who may read what, or undo each other, so each of their routes needs a company of its own. */
  const deciding = ['chats', 'companies', 'plans', 'queue', 'settings', 'users', 'whatsapp']

  test.each([...Map.groupBy(keys, segmentOf)])('of the routes of /api/%s', async (segment, keys) => {
    let shared = await place()
    for (const [nth, key] of keys.entries()) {
      if (nth > 0 && deciding.includes(segment)) shared = await place()
      if ((await isServed(key, shared)) || nth === 0) {
        expect([key, await refused(shared)]).toEqual([key, []])
        continue
      }
      // Earlier routes may have removed its rows.
      shared = await place()
      await isServed(key, shared)
      expect([key, await refused(shared)]).toEqual([key, []])
    }
  })

  async function isServed(key: string, { admin, ids }: Awaited<ReturnType<typeof place>>): Promise<boolean> {
    const { path, body, form } = routeTable[key]?.example(ids as Ids) ?? expect.unreachable()
    const init = form ? { body: form() } : body === undefined ? {} : { body: JSON.stringify(body) }
    const headers = body === undefined ? {} : { 'content-type': 'application/json' }
    return (await admin.request(path, { method: methodOf(key), headers, ...init })).ok
  }

  test('events of conversations without queue, in a queue, and in a restricted queue', async () => {
    const shared = await place()
    const { w, admin } = shared
    const maria = w.whatsapp.person('5521990003333', { name: 'Maria' })
    const after = async (act: () => unknown) => {
      await act()
      expect(await refused(shared)).toEqual([])
    }
    for (const queueId of [null, SALES, SUPPORT]) {
      const said = maria.says('oi')
      expect(await refused(shared)).toEqual([])
      const [{ id } = { id: 0 }] = w.rows<{ id: number }>('SELECT max(id) AS id FROM tickets')
      const put = (body: object) => admin.json(`/api/tickets/${id}`, 'PUT', body)
      if (queueId !== null) await after(() => put({ queueId, userId: null }))
      await after(() => admin.request(`/api/messages/${id}`))
      await after(() => maria.edits(said, 'olá'))
      await after(() => put({ status: 'open', queueId: queueId ?? SALES }))
      await after(() => maria.says('tudo bem?'))
      await after(() => admin.request(`/api/messages/${id}`))
      await after(() => admin.json(`/api/messages/${id}`, 'POST', { body: 'Pois não?' }))
      await after(() => admin.json('/api/ticket-notes', 'POST', { ticketId: id, note: 'liga' }))
      await after(() => maria.deletes(maria.says('engano')))
      await after(() => put({ status: 'closed' }))
    }
    await after(() => admin.json('/api/settings/userRating', 'PUT', { value: 'enabled' }))
  })

  /** Events caused neither by a route nor by this conversation. */
  const beyond = [
    'announcement.create',
    'announcement.update',
    'appMessage.receipts',
    'contact.alike',
    'contact.group',
    'distribution.create',
    'distribution.nobody',
    'email.answer',
    'help.create',
    'help.update',
    'invoice.update',
    'noteMention.create',
    'operatorSettings.update',
    'payment.update',
    'plan.create',
    'plan.update',
    'plan.update.company',
    'presence.update',
    'rating.answer',
    'rating.ask',
    'reach.update',
    'scheduledMessage.reminder',
    'storage.update',
    'support.answer',
    'support.update',
    'webhook.disabled',
  ]
  test('the walk covers all events except those of jobs, groups and replies', () => {
    const unmet = Object.keys(shownAt).filter((name) => !walkedEvents.has(name) && typeof shownAt[name] === 'function')
    expect(unmet.sort()).toEqual(beyond)
  })
})
