/** Measures SQL statements of each route, message and job in a furnished company, for src/server/costs.md. */
import { join } from 'node:path'
import { jobsOf } from '../../src/jobs'
import { modules } from '../../src/modules'
import { issueApiToken } from '../../src/users/api-tokens'
import { LOJA, SALES } from '../support/company-world'
import { runJob } from '../support/jobs'
import { type Cost, costOf } from '../support/statements'
import { quiet, until } from '../support/until'
import { world } from '../support/world'
import { furnishedWorld } from './furnished'
import { type MeasuredExample, moduleFiles } from './module-files'
import { keyOf, methodOf, routeTable } from './route-table'

export const COSTS = join(import.meta.dir, '../../src/server/costs.md')

const HEAD = `# What routes, messages and jobs ask of SQLite

Written by \`bun run costs\`; a test compares it, so that an added query is seen in review. *read*, *write*: statements that were run. *commits*:
transactions that wrote, each a flush of the disk. *rows*: returned and changed. *scans*: loops over a whole table or index in the plans of the
statements. An admin, or an API token that was used within the minute, asks in the furnished company of the tests for the examples of the walks over all
routes: the second time what only reads, and once what changes something, each in a company of its own, up to the answer. A route whose
example is refused there has one of its own. An empty row asks nothing of SQLite, or its example is refused before it does.
`

type Line = readonly [name: string, cost: Cost]

export async function costTable(): Promise<string> {
  return [
    HEAD,
    table('messages', await costsOfMessages()),
    table('jobs, in an idle company, with nothing to do', await costsOfJobs()),
    table('routes', await costsOfRoutes()),
  ].join('\n')
}

function table(what: string, lines: readonly Line[]): string {
  const head = `| ${what} | read | write | commits | rows | scans |\n|---|--:|--:|--:|--:|--:|\n`
  return head + lines.map(([name, cost]) => `${row(name, cost)}\n`).join('')
}

const row = (name: string, { reads, writes, commits, rows, scans }: Cost) =>
  `| \`${name}\` | ${[reads, writes, commits, rows, scans].map((count) => count || '').join(' | ')} |`

async function costsOfRoutes(): Promise<Line[]> {
  const listed = new Set((await Bun.file(COSTS).text()).split('\n'))
  const keys = world().app.routes.map(keyOf).sort(byAddress)
  const shared = await place()
  const lines: Line[] = []
  for (const key of keys) {
    const isShared = key.startsWith('GET') && !routeTable[key]?.measured
    const measured = () => (isShared ? costOfReading(shared, key) : costOfChanging(key))
    let cost = await measured()
    // A write in the background makes the app forget what it has read, so only the least of several costs is steady.
    for (let again = 0; again < MORE && !listed.has(row(key, cost)); again++) cost = lesser(cost, await measured())
    lines.push([key, cost])
  }
  return lines
}

/** Measurements of a route whose cost is not the listed one. */
const MORE = 3

const lesser = (a: Cost, b: Cost) => (a.reads + a.writes <= b.reads + b.writes ? a : b)

async function costOfReading({ ask }: Place, key: string): Promise<Cost> {
  const request = await ask(key)
  await request()
  await quiet() // an immediate second request would wait for its turn
  const cost = await costOf(request)
  await quiet()
  return cost
}

async function costOfChanging(key: string): Promise<Cost> {
  const { w, ask } = await place()
  const request = await ask(key)
  await quiet()
  const cost = await costOf(request)
  await quiet()
  await w.close() // open worlds measure their delays all the time
  return cost
}

const byAddress = (a: string, b: string): number => {
  const [one, other] = [a, b].map((key) => key.split(' ').reverse().join(' ')) as [string, string] // of two
  return one < other ? -1 : one > other ? 1 : 0
}

type Place = Awaited<ReturnType<typeof place>>

async function place() {
  const { w, ids } = await furnishedWorld()
  const admin = w.attendant([SALES, ids.queue], { profile: 'admin', super: true })
  for (const { join } of moduleFiles) join?.(w, ids, admin.userId)
  const authorization = `Bearer ${await admin.token()}`
  const byToken = `Bearer ${issueApiToken(w.cx, admin, { connectionId: LOJA, queueId: null, name: 'Loja virtual' }).token}`
  await w.server.auth.identify(await admin.token()) // warms the caches of authentication
  return {
    w,
    /** Returns the request, to be sent once or more. */
    async ask(key: string): Promise<() => Promise<void>> {
      const { opens, example, measured } = routeTable[key] ?? { example: () => ({ path: '/' }) }
      const { path, body, form, headers }: MeasuredExample = await (measured?.(w, ids, admin) ?? example(ids))
      // The use of a token is recorded once a minute.
      if (opens === 'key')
        await w.request(`/api/messages/${ids.apiSend}/status`, { headers: { authorization: byToken } })
      const json = body !== undefined && { 'content-type': 'application/json' }
      return async () => {
        const answer = await w.request(path, {
          method: methodOf(key),
          headers: { authorization: opens === 'key' ? byToken : authorization, ...json, ...headers },
          ...(body !== undefined && { body: JSON.stringify(body) }),
          ...(form && { body: form() }),
        })
        await answer.arrayBuffer()
        if (measured && !answer.ok) throw new Error(`${key} was to succeed: ${answer.status}`)
      }
    },
  }
}

async function costsOfMessages(): Promise<Line[]> {
  const { w, ids } = await furnishedWorld()
  const admin = w.attendant([SALES, ids.queue], { profile: 'admin' })
  const maria = w.whatsapp.person('5511900000555', { name: 'Maria' })
  maria.says('bom dia')
  const [{ id: ticket } = { id: 0 }] = w.rows<{ id: number }>('SELECT max(id) AS id FROM tickets')
  await admin.json(`/api/tickets/${ticket}`, 'PUT', { status: 'open', queueId: ids.queue })
  const post = async () => {
    const before = w.telephones.sent.length
    await admin.json(`/api/messages/${ticket}`, 'POST', { body: 'bom dia' })
    await until(() => w.telephones.sent.length > before, 'a message sent')
    await quiet()
  }
  const receive = async () => {
    maria.says('tudo bem?')
    await quiet()
  }
  const acknowledge = async (ack: 3 | 4) => {
    w.telephones.receipt(w.refOf(LOJA), [w.telephones.sent.at(-1)?.externalId ?? ''], ack)
    await quiet()
  }
  const { token } = issueApiToken(w.cx, admin, { connectionId: LOJA, queueId: null, name: 'Loja virtual' })
  const sendByApi = async () => {
    const before = w.telephones.sent.length
    await w.request('/api/messages/send', {
      method: 'POST',
      headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ number: '5511900000555', body: 'bom dia' }),
    })
    await until(() => w.telephones.sent.length > before, 'a message sent')
    await quiet()
  }
  for (const work of [receive, sendByApi, post, () => acknowledge(3)]) await work()
  return [
    ['a message in, of an open ticket', await costOf(receive)],
    ['a message out by the external API, until it has left', await costOf(sendByApi)],
    ['a message out, until it has left', await costOf(post)],
    ['its delivery receipt', await costOf(() => acknowledge(3))],
    ['its read receipt', await costOf(() => acknowledge(4))],
  ]
}

async function costsOfJobs(): Promise<Line[]> {
  const w = world()
  const measured = async (name: string, run: () => Promise<void>): Promise<Line> => {
    const tick = async () => {
      await run()
      await quiet()
    }
    await tick()
    return [name, await costOf(tick)]
  }
  w.server.timetable.ask(w.cx.tenant.uuid)
  const lines = [await measured('a second of the timetable', () => w.server.timetable.pass())]
  for (const { name } of jobsOf(modules).toSorted((a, b) => (a.name < b.name ? -1 : 1)))
    lines.push(await measured(name, () => runJob(w.server, name)))
  return lines
}
