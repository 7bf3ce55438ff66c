/** Several statements read one snapshot of a file, and leave no transaction open. */
import { expect, test } from 'bun:test'
import Sqlite from 'better-sqlite3'
import { reading, remembered } from '../../src/platform/sqlite'
import { world } from '../support/world'

function place() {
  const w = world()
  const raw = w.db.$client
  const count = () => raw.prepare('SELECT count(*) FROM contacts').pluck().get()
  return { w, raw, count }
}

test('another process’s concurrent writes are visible only afterwards', () => {
  const { w, raw, count } = place()
  w.contact({ name: 'Ana' })
  const other = new Sqlite(raw.name)
  reading(raw, () => {
    expect(count()).toBe(1)
    other.exec('DELETE FROM contacts')
    expect(count()).toBe(1)
  })
  expect(count()).toBe(0)
  other.close()
})

test('an error propagates, and writes still work', () => {
  const { w, raw, count } = place()
  const fall = () => {
    throw new Error('nothing there')
  }
  expect(() => reading(raw, fall)).toThrow('nothing there')
  w.cx.transaction(() => w.contact({ name: 'Ana' }))
  expect(count()).toBe(1)
})

test('it is refused inside a transaction, which it would end', () => {
  const { w, raw, count } = place()
  const nested = () =>
    w.cx.transaction(() => {
      w.contact({ name: 'Ana' })
      reading(raw, count)
    })
  expect(nested).toThrow('cannot start a transaction within a transaction')
  expect(count()).toBe(0)
})

test('its reads are cached, unlike reads of uncommitted data', () => {
  const { w, raw, count } = place()
  let reads = 0
  const countOnce = remembered(raw, () => {
    reads += 1
    return count()
  }, ['contacts'])
  for (let n = 0; n < 3; n++) expect(reading(raw, () => countOnce(null))).toBe(0)
  expect(reads).toBe(1)
  w.cx.transaction(() => {
    w.contact({ name: 'Ana' })
    for (let n = 0; n < 2; n++) countOnce('inside')
  })
  expect(reads).toBe(3)
})
