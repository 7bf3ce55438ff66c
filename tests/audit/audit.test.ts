/** The audit log: who changed what and when, with both values. */
import { describe, expect, test } from 'bun:test'
import { auditRecorded } from '../../src/audit/contract'
import { changesBetween } from '../../src/audit/record'
import { world } from '../support/world'

describe('the audit log', () => {
  test('records a change with both values for admins only, and no change without effect', async () => {
    const w = world()
    const [admin, ana] = [w.admin(), w.attendant()]
    const put = (value: string) => admin.json('/api/settings/waitingRed', 'PUT', { value })
    await put('20')
    await put('20')
    const expected = {
      userName: admin.name,
      kind: 'setting',
      act: 'update',
      subjectName: 'waitingRed',
      changes: [{ field: 'waitingRed', from: '15', to: '20' }],
    }
    const { entries } = await read(admin, '?kind=setting')
    expect(entries).toHaveLength(1)
    expect(entries[0]).toMatchObject(expected)
    expect(admin.heard(auditRecorded)).toMatchObject([{ entry: expected }])
    expect(ana.heard(auditRecorded)).toEqual([])
  })

  test('is paginated, newest first, and filtered by kind', async () => {
    const w = world()
    const admin = w.admin()
    for (let n = 1; n <= 45; n++) await admin.json('/api/settings/waitingRed', 'PUT', { value: String(100 + n) })
    const first = await read(admin, '?kind=setting')
    const second = await read(admin, `?kind=setting&after=${first.next}`)
    expect([first.entries.length, first.hasMore, second.entries.length, second.hasMore]).toEqual([40, true, 5, false])
    expect(first.entries[0]?.changes[0]?.to).toBe('145')
    expect(second.entries.at(-1)?.changes[0]?.to).toBe('101')
    expect((await read(admin, '?kind=queue')).entries).toEqual([])
  })

  test('is filtered by days in the company’s time zone', async () => {
    const w = world()
    const admin = w.admin()
    for (const value of ['20', '30', '40']) {
      await admin.json('/api/settings/waitingRed', 'PUT', { value })
      w.clock.forward(24 * 3_600_000)
    }
    const of = async (query: string) =>
      (await read(w.admin(), `?kind=setting&${query}`)).entries.map(({ changes }) => changes[0]?.to)
    expect(await of('dateStart=2026-03-03')).toEqual(['40', '30'])
    expect(await of('dateEnd=2026-03-03')).toEqual(['30', '20'])
    expect(await of('dateStart=2026-03-03&dateEnd=2026-03-03')).toEqual(['30'])
    expect(await of('dateStart=2026-03-05')).toEqual([])
  })
})

test('changes show only whether secrets are set, lists as JSON, and cut long texts', () => {
  type Row = { token: string | null; ids: number[]; text: string; same: string }
  const before: Row = { token: null, ids: [1], text: '', same: 'a' }
  const after: Row = { token: 'sk-123', ids: [1, 2], text: 'x'.repeat(900), same: 'a' }
  expect(changesBetween<Row>(before, after, ['token'])).toEqual([
    { field: 'token', from: null, to: 'set' },
    { field: 'ids', from: '[1]', to: '[1,2]' },
    { field: 'text', from: '', to: `${'x'.repeat(500)}…` },
  ])
})

type Page = {
  entries: { changes: { to: unknown }[] }[]
  hasMore: boolean
  next: string | null
}
const read = async (who: { request(path: string): Promise<Response> }, query: string) =>
  (await (await who.request(`/api/audit-log/${query}`)).json()) as Page
