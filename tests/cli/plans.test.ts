/** Plans by command: the same actions as the screens, beside a running server. */

import { expect, test } from 'bun:test'
import { STATUS } from '../../src/features/campaigns/contract'
import { adminOf, balcao, balcaoJson, eventually, installation, start, withDatabases } from './support'

const basic = ['--users', '2', '--connections', '1', '--queues', '2', '--amount', '99,90']
type Shown = { id: number; amount: number; useCampaigns: boolean; newStructureMenu: boolean; menus: number[] }

test('a plan is created, assigned and removed, each act in the audit log', async () => {
  const data = await installation(2)
  const plan = await balcaoJson<Shown>([
    ...['plan', 'create', 'Básico', ...basic, '--menus', '8,15', '--private', '--data', data],
  ])
  expect(plan).toMatchObject({ id: 1, amount: 99.9, useCampaigns: true, useInternalChat: false, isPublic: false })
  expect(await balcaoJson<unknown>(['plan', 'assign', '2', '1', '--data', data])).toEqual({
    company: { id: 2, name: expect.any(String) },
    plan: 'Básico',
    over: [],
    stopped: [],
  })
  expect((await balcao(['plan', 'list', '--data', data])).out).toContain('99.90')
  const used = await balcao(['plan', 'delete', '1', '--data', data, '--json'])
  expect([used.code, JSON.parse(used.err)]).toMatchObject([1, { error: 'ERR_PLAN_IN_USE', details: { count: 1 } }])
  expect((await balcao(['plan', 'assign', '2', 'none', '--data', data])).out).toContain('every feature, no limits')
  expect((await balcao(['plan', 'delete', '1', '--data', data])).code).toBe(0)
  expect((await balcao(['plan', 'assign', '2', '1', '--data', data, '--json'])).err).toContain('ERR_NO_PLAN_FOUND')
  await withDatabases(data, ({ writableControl, tenant }) => {
    const actsIn = (id: number, kind: string) => {
      const uuid = String(writableControl().$client.prepare('SELECT uuid FROM companies WHERE id = ?').pluck().get(id))
      return tenant(uuid).$client.prepare('SELECT act FROM audit_log WHERE kind = ? ORDER BY id').pluck().all(kind)
    }
    expect(actsIn(1, 'plan')).toEqual(['create', 'delete'])
    expect(actsIn(2, 'company')).toEqual(['update', 'update'])
  })
})

test('features instead of menus show the whole menu, and everything wrong is named at once', async () => {
  const data = await installation()
  const plan = ['plan', 'create', 'Fixo', ...basic, '--data', data]
  expect(await balcaoJson<Shown>([...plan, '--features', 'useSchedules'])).toMatchObject({
    newStructureMenu: false,
    useSchedules: true,
    useCampaigns: false,
    useWhatsapp: false,
  })
  const wrong = await balcao([...plan, '--features', 'useMagic', '--amount', 'x', '--json'])
  expect(JSON.parse(wrong.err)).toMatchObject({
    error: 'ERR_INVALID_INPUT',
    details: [{ field: 'features' }, { field: 'amount' }],
  })
})

test('a plan given beside the running server closes and opens features there, and limits the command line', async () => {
  const data = await installation(2)
  const server = await start(['serve', '--data', data])
  await balcao(['plan', 'create', 'Mínimo', '--users', '1', ...basic.slice(2), '--menus', '2', '--data', data])
  const token = await server.signIn(adminOf(2))
  const ask = async () => (await server.api('/schedules', { headers: { authorization: `Bearer ${token}` } })).status
  expect(await ask()).toBe(200)
  await withDatabases(data, ({ writableControl, tenant }) => {
    const uuid = String(writableControl().$client.prepare('SELECT uuid FROM companies WHERE id = 2').pluck().get())
    tenant(uuid).$client.exec(
      `INSERT INTO campaigns (name, name_folded, status, texts, confirmation_texts, created_at, updated_at) VALUES ('a', 'a', '${STATUS.scheduled}', '[]', '[]', 0, 0)`,
    )
  })
  expect((await balcao(['plan', 'assign', '2', '1', '--data', data])).out).toContain('1 running or scheduled campaign')
  expect(await eventually(async () => (await ask()) === 403)).toBe(true)
  const refused = await balcao([
    ...['user', 'create', 'nova@loja.example', '--name', 'Nova', '--company', '2', '--data', data, '--json'],
  ])
  expect(JSON.parse(refused.err)).toMatchObject({ error: 'ERR_PLAN_LIMIT', details: { limit: 'users', value: 1 } })
})
