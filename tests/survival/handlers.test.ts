/** An unexpected exception in every route and every job: answered, logged, and without effect on others. */
import { expect, setDefaultTimeout, test } from 'bun:test'
import type { Failure } from '../../src/platform/http'
import { HOUR } from '../../src/platform/time'
import { furnish } from '../api/furnish'
import { keyOf, methodOf, routeTable } from '../api/route-table'
import type { CompanyWorld } from '../support/company-world'
import { world } from '../support/world'

setDefaultTimeout(180_000)

/** Tables needed for authentication. */
const KNOWN = ['users', 'user_queues', 'user_connections', 'settings', 'meta']

/** Renames all other tables of a company, which no route expects. */
function scatter({ db: { $client } }: CompanyWorld) {
  const tables = $client
    .prepare("SELECT name FROM pragma_table_list WHERE schema = 'main' AND type = 'table' AND name NOT LIKE 'sqlite%'")
    .pluck()
    .all() as string[] // names are text
  $client.pragma('legacy_alter_table = ON') // triggers are not adapted, and fail
  for (const name of tables.filter((table) => !KNOWN.includes(table)))
    $client.exec(`ALTER TABLE "${name}" RENAME TO "away_${name}"`)
}

test('an exception in any route is answered with a reference that is in the log, and other routes work', async () => {
  const w = world()
  w.expectErrors()
  const b = w.company()
  const ids = await furnish(b, 'b')
  const [boss, ana] = [b.attendant([], { profile: 'admin' }), w.attendant()]
  scatter(b)

  const broken: string[] = []
  const odd: string[] = []
  for (const key of w.app.routes.map(keyOf)) {
    const line = routeTable[key]
    if (line?.opens !== 'session') continue
    const { path, body } = line.example(ids)
    const method = methodOf(key)
    const answer = await (body === undefined ? boss.request(path, { method }) : boss.json(path, method, body))
    if (answer.status < 500) continue
    const failure = (await answer.json()) as Failure // the type of every refusal
    if (failure.error === 'ERR_META_SILENT') continue // it asks Meta, which nobody plays here, before any table
    const isLogged = w.logged.some((entry) => 'reference' in entry && entry.reference === failure.reference)
    broken.push(key)
    if (answer.status !== 500 || failure.error !== 'ERR_INTERNAL' || !isLogged) odd.push(`${key}: ${failure.error}`)
    if (JSON.stringify(failure).includes('no such table')) odd.push(`${key} leaks the internal error`)
  }
  console.log(`${broken.length} addresses broken`)
  expect(odd).toEqual([])
  expect(broken.length).toBeGreaterThan(30)
  expect((await ana.api.tickets.get({ query: {} })).status).toBe(200)
  expect(w.server.databases.damagedTenants().size).toBe(0)
})

test('a company in which every job fails does not affect jobs of others', async () => {
  const w = world()
  w.expectErrors()
  const [broken, sound] = [w.company(), w.company('Inteira')]
  sound.ticket({ status: 'open', userId: sound.attendant().userId })
  sound.db.$client.exec('UPDATE connections SET expires_after = 1')
  w.clock.forward(3 * HOUR)
  scatter(broken)
  await w.server.timetable.pass()
  expect(w.logged.filter(({ msg }) => msg === 'could not read what is due in a company').length).toBe(1)
  expect(sound.ticketNow(1).status).toBe('closed')
})
