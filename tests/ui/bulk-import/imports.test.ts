/** Imports on screen: what events mean for them, and how column mappings are validated. */
import { expect, test } from 'bun:test'
import { type ImportSummary, importUpdated } from '../../../src/bulk-import/contract'
import { faultIn } from '../../../ui/shared/bulk-import/mapping'
import { isLater, withNews } from '../../../ui/shared/bulk-import/spec'
import { upload } from '../../bulk-import/support'
import { until } from '../../support/until'
import { world } from '../../support/world'

test('a stale list plus its events equals a fresh one, in whatever order they arrive', async () => {
  const w = world()
  const [admin, boss] = [w.admin(), w.admin()]
  const list = async () => (await (await admin.request('/api/contacts/imports')).json()) as ImportSummary[]
  const stale = await list()
  const rows = Array.from({ length: 400 }, (_, n) => `Pessoa ${n},21 9${70_000_000 + n}`).join('\n')
  for (const who of [admin, boss, admin]) {
    const { id, columns, headRows } = await upload(who, rows)
    await who.json(`/api/contacts/imports/${id}/start`, 'POST', { columns, headRows, updateExisting: false })
    await until(() => w.rows("SELECT 1 FROM imports WHERE state = 'running'").length === 0, 'the import over')
  }
  const heard = admin.heard(importUpdated).map(({ import: one }) => one)
  expect(heard.length).toBeGreaterThan(5)
  const after = (events: readonly ImportSummary[]) =>
    events.reduce<readonly ImportSummary[]>((known, news) => withNews(known, news, admin.userId), stale)
  expect(after(heard)).toEqual(await list())
  expect(after(heard.toReversed())).toEqual(await list())
})

test('of two versions of an import the later one counts', () => {
  const at = (state: 'running' | 'done', done: number) => ({ state, done }) as ImportSummary // these two are compared
  expect(isLater(at('done', 5), at('running', 5))).toBe(true)
  expect(isLater(at('running', 9), at('done', 5))).toBe(false)
  expect(isLater(at('running', 9), at('running', 5))).toBe(true)
})

test('a required column must be mapped, and none twice', () => {
  const fields = [
    { key: 'number', isRequired: true, isMany: true },
    { key: 'name', isRequired: false, isMany: false },
  ]
  expect(faultIn(fields, ['name', '', 'extra', 'extra'])).toEqual({ kind: 'missing', keys: ['number'] })
  expect(faultIn(fields, ['number', 'name', 'name'])).toEqual({ kind: 'twice', keys: ['name'] })
  expect(faultIn(fields, ['extra', 'number'])).toBeNull()
  expect(faultIn(fields, ['number', 'number'])).toBeNull()
})
