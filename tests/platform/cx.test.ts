/** Transactions are atomic, and events of rolled-back actions are never sent. */
import { describe, expect, test } from 'bun:test'
import * as v from 'valibot'
import { defineEvent } from '../../src/platform/events'
import { execute } from '../../src/platform/sql'
import { remembered, statement } from '../../src/platform/sqlite'
import { DAY } from '../../src/platform/time'
import { isEnabled, writeSetting } from '../../src/settings/settings'
import { namesIn } from '../../src/tickets/lists/names'
import { world } from '../support/world'

const JOAO = '5521987654321'

const happened = defineEvent('test.happened', v.object({ what: v.string() }))

function place() {
  const w = world()
  const ana = w.attendant()
  const stored = () =>
    w.rows<{ value: string }>("SELECT value FROM settings WHERE key = 'sendSignMessage'").map(({ value }) => value)
  return { w, cx: w.cx, ana, heard: () => ana.heard(happened).map(({ what }) => what), stored }
}

test('events are sent in order after the commit, when reads see the change', () => {
  const { cx, w, heard, ana, stored } = place()
  const seen: string[][] = []
  const send = ana.listener.send
  ana.listener.send = (frame) => {
    seen.push(stored())
    return send(frame)
  }
  cx.transaction((cx) => {
    cx.emit(happened({ what: 'um' }), () => true)
    writeSetting(cx.db, 'sendSignMessage', 'enabled')
    cx.emit(happened({ what: 'dois' }), () => true)
    expect(heard()).toEqual([])
  })
  expect(heard()).toEqual(['um', 'dois'])
  expect(seen).toEqual([['enabled'], ['enabled']])
  expect(w.db.$client.inTransaction).toBe(false)
})

test('a dry run returns its result, stores nothing and sends no event', () => {
  const { cx, w, heard, stored } = place()
  const before = stored()
  const seen = cx.dryRun((cx) => {
    writeSetting(cx.db, 'sendSignMessage', 'enabled')
    cx.transaction((cx) => cx.emit(happened({ what: 'um' }), () => true))
    return stored()
  })
  expect(seen).toEqual(['enabled'])
  expect(stored()).toEqual(before)
  expect(heard()).toEqual([])
  expect(w.db.$client.inTransaction).toBe(false)
})

test('a dry run throws the error of its work, and may not run inside a transaction', () => {
  const { cx, w, stored } = place()
  const refused = () =>
    cx.dryRun(() => {
      throw new Error('refused')
    })
  expect(refused).toThrow('refused')
  expect(w.db.$client.inTransaction).toBe(false)
  const inside = () =>
    cx.transaction((cx) => {
      writeSetting(cx.db, 'sendSignMessage', 'enabled')
      cx.dryRun(() => undefined)
    })
  expect(inside).toThrow('a dry run inside a transaction')
  expect(stored()).not.toContain('enabled')
})

test('a read in a rolled-back transaction is not cached', () => {
  const { w, cx } = place()
  const isSigned = remembered(w.db.$client, () => isEnabled(w.db, 'sendSignMessage'), ['settings'])
  const sign = () =>
    cx.transaction((cx) => {
      writeSetting(cx.db, 'sendSignMessage', 'enabled')
      expect(isSigned(null)).toBe(true)
      throw new Error('undone')
    })
  expect(sign).toThrow('undone')
  expect(isSigned(null)).toBe(false)
})

test('a name read in a rolled-back transaction is not cached', () => {
  const { w, cx } = place()
  const nameOf = () => namesIn(w.db).connection(1).name
  const before = nameOf()
  const rename = () =>
    cx.transaction((cx) => {
      execute(cx.db, "UPDATE connections SET name = 'Outra' WHERE id = 1")
      expect(nameOf()).toBe('Outra')
      throw new Error('undone')
    })
  expect(rename).toThrow('undone')
  expect(nameOf()).toBe(before)
})

test('outside a transaction an event is sent at once', () => {
  const { cx, heard } = place()
  cx.emit(happened({ what: 'já' }), () => true)
  expect(heard()).toEqual(['já'])
})

test('an error rolls everything back and sends no event', () => {
  const { cx, w, heard, stored } = place()
  expect(() =>
    cx.transaction((cx) => {
      writeSetting(cx.db, 'sendSignMessage', 'enabled')
      cx.emit(happened({ what: 'nunca' }), () => true)
      throw new Error('changed my mind')
    }),
  ).toThrow('changed my mind')
  expect([heard(), stored()]).toEqual([[], []])
  expect(w.db.$client.inTransaction).toBe(false)
  cx.transaction((cx) => cx.emit(happened({ what: 'depois' }), () => true))
  expect(heard()).toEqual(['depois'])
})

describe('a nested transaction', () => {
  test('joins the outer one: one commit, events at its end', () => {
    const { cx, heard } = place()
    cx.transaction((cx) => {
      cx.transaction((inner) => {
        inner.emit(happened({ what: 'dentro' }), () => true)
        inner.transaction((deepest) => deepest.emit(happened({ what: 'fundo' }), () => true))
      })
      expect(heard()).toEqual([])
      cx.emit(happened({ what: 'fora' }), () => true)
    })
    expect(heard()).toEqual(['dentro', 'fundo', 'fora'])
  })

  test('an error inside rolls back the outer one too', () => {
    const { cx, heard, stored } = place()
    expect(() =>
      cx.transaction((cx) => {
        writeSetting(cx.db, 'sendSignMessage', 'enabled')
        cx.transaction(() => {
          throw new Error('inside')
        })
      }),
    ).toThrow('inside')
    expect([heard(), stored()]).toEqual([[], []])
  })
})

test('a statement is prepared once per file', () => {
  const { w } = place()
  const b = w.company()
  const sql = 'SELECT 1'
  expect(statement(w.db.$client, sql)).toBe(statement(w.db.$client, sql))
  expect(statement(w.db.$client, sql)).not.toBe(statement(b.db.$client, sql))
})

test('a transaction returns the result of its function', () => {
  const { cx } = place()
  expect(cx.transaction(() => 42)).toBe(42)
  expect(cx.now()).toBe(cx.transaction((inner) => inner.now()))
})

test('a slow request uses the file that is open when it continues', async () => {
  const { w } = place()
  const boss = w.admin()
  w.whatsapp.person(JOAO).says('oi')
  w.rows('UPDATE messages SET created_at = created_at - ? RETURNING id', 10_000 * DAY)
  w.whatsapp.person(JOAO).says('oi de novo')
  const counted = boss.request('/api/messages-allMe?fromMe=false')
  for (let turn = 0; turn < 50; turn++) await new Promise(setImmediate)
  w.server.databases.handOver(w.tenant.uuid)
  w.server.databases.takeBack(w.tenant.uuid)
  expect(await (await counted).json()).toEqual({ count: 2 })
})

test('work after an await uses the currently open file', async () => {
  const { w, cx } = place()
  const { databases } = w.server
  const before = cx.db
  databases.handOver(w.tenant.uuid)
  databases.takeBack(w.tenant.uuid)
  expect(() => writeSetting(before, 'sendSignMessage', 'enabled')).toThrow('not open')
  cx.transaction(({ db }) => writeSetting(db, 'sendSignMessage', 'enabled'))
  expect(isEnabled(cx.db, 'sendSignMessage')).toBe(true)
})
