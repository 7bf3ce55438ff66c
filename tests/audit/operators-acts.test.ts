/** In company 1, the acts of the operator are in the audit log for super users alone. */
import { expect, test } from 'bun:test'
import { auditRecorded } from '../../src/audit/contract'
import { furnishedWorld } from '../api/furnished'
import { methodOf, routeTable } from '../api/route-table'
import { quiet } from '../support/until'

type Page = { entries: { id: number; kind: string; act: string; subjectId: number | null }[] }

test('an admin of company 1 who is not super reads and hears nothing that an operator route recorded', async () => {
  const { w, ids } = await furnishedWorld()
  const [boss, admin] = [w.attendant([], { profile: 'admin', super: true }), w.admin()]
  const readBy = async (who: typeof boss) => ((await (await who.request('/api/audit-log')).json()) as Page).entries
  await quiet()
  const before = Number(w.rows<{ id: number }>('SELECT ifnull(max(id), 0) AS id FROM audit_log')[0]?.id)
  admin.forget()
  boss.forget()
  for (const [key, line] of Object.entries(routeTable).filter(([, { opens }]) => opens === 'super')) {
    const { path, body, form } = line.example(ids)
    const json =
      body === undefined ? {} : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }
    await boss.request(path, { method: methodOf(key), ...(form ? { body: form() } : json) })
  }
  await quiet()
  const recorded = w.rows<{ id: number; kind: string; subject_id: number | null }>(
    'SELECT id, kind, subject_id FROM audit_log WHERE id > ?',
    before,
  )
  // The operator's own company is also a company: what is changed of it is not hidden from its admins.
  const own = recorded.filter(({ kind, subject_id }) => kind === 'company' && subject_id === w.tenant.id)
  expect(new Set(recorded.map(({ kind }) => kind)).size).toBeGreaterThan(4)
  const read = (await readBy(admin)).filter(({ id }) => id > before)
  expect(read.filter(({ id }) => !own.some((one) => one.id === id))).toEqual([])
  const heard = admin.heard(auditRecorded).filter(({ entry }) => !own.some(({ id }) => id === entry.id))
  expect(heard).toEqual([])
  expect((await readBy(boss)).filter(({ id }) => id > before).length).toBeGreaterThan(own.length)
  expect(boss.heard(auditRecorded).length).toBeGreaterThan(own.length)
})

test('another company reads what the operator did with it', async () => {
  const { w } = await furnishedWorld()
  const boss = w.attendant([], { profile: 'admin', super: true })
  const other = w.company()
  await boss.json(`/api/companies/${other.tenant.id}`, 'PUT', { name: 'Padaria Lua' })
  const { entries } = (await (await other.admin().request('/api/audit-log')).json()) as Page
  expect(entries.slice(0, 1)).toMatchObject([{ kind: 'company', act: 'update', subjectId: other.tenant.id }])
})
