/** Several statements read one state of a file, and leave nothing open behind them. */
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

test('what another process writes meanwhile is seen afterwards', () => {
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

test('an error passes through, and writes go on', () => {
  const { w, raw, count } = place()
  const fall = () => {
    throw new Error('nothing there')
  }
  expect(() => reading(raw, fall)).toThrow('nothing there')
  w.cx.transaction(() => w.contact({ name: 'Ana' }))
  expect(count()).toBe(1)
})

test('inside a transaction it is refused, because it would end it', () => {
  const { w, raw, count } = place()
  const nested = () =>
    w.cx.transaction(() => {
      w.contact({ name: 'Ana' })
      reading(raw, count)
    })
  expect(nested).toThrow('cannot start a transaction within a transaction')
  expect(count()).toBe(0)
})

test('what is read there is remembered, unlike what a transaction may yet undo', () => {
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
