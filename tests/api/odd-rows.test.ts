/** A row with an impossible instant does not break its list. */
import { expect, test } from 'bun:test'
import { place, walked } from './place'
import { methodOf, routeTable } from './route-table'

/** Beyond the last year of the wire format. */
const BEYOND = Date.UTC(10_001, 0, 1)
/** Tables that determine who is signed in. */
const APART = new Set(['users', 'sessions'])

test('every GET route responds while each table has a row with instants in the year 10001', async () => {
  const { w, ids, send } = await place()
  const columns = w
    .rows<{ table: string; column: string }>(
      `SELECT m.name AS "table", c.name AS "column" FROM pragma_table_list m, pragma_table_info(m.name) c
       WHERE m.schema = 'main' AND m.type = 'table' AND m.wr = 0 AND c.type = 'INTEGER' AND c.name GLOB '*_at'`,
    )
    .filter(({ table }) => !APART.has(table))
  expect(columns.length).toBeGreaterThan(20)
  for (const { table, column } of columns)
    w.cx.db.$client
      .prepare(`UPDATE ${table} SET ${column} = ${BEYOND} WHERE rowid = (SELECT min(rowid) FROM ${table})`)
      .run()
  for (const key of walked(w).filter((one) => one.startsWith('GET'))) {
    const answer = await send(methodOf(key), routeTable[key]?.example(ids).path ?? '/', null)
    expect([key, answer.status < 500, answer.status < 500 ? '' : await answer.text()]).toEqual([key, true, ''])
  }
})
