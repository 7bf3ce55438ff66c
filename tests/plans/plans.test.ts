/** The operator creates plans and assigns them to companies, which changes their menus and features at once. */
import { describe, expect, test } from 'bun:test'
import { STATUS } from '../../src/features/campaigns/contract'
import {
  completeMenus,
  defaultMenus,
  type Menu,
  menus,
  type PlanDetail,
  type PlanSummary,
  planCreated,
  planDeleted,
  planUpdated,
} from '../../src/features/plans/contract'
import { setCompanyPlan } from '../../src/tenancy/companies'
import { companiesChanged, companyPlanChanged, fixedMenus } from '../../src/tenancy/contract'
import { codeOf } from '../support/code-of'
import type { Attendant } from '../support/company-world'
import { createRandom } from '../support/random'
import { world } from '../support/world'

const wanted = { name: 'Básico', users: 3, connections: 1, queues: 2, amount: 99 } as const

function place() {
  const w = world()
  const b = w.company()
  return { w, b, operator: w.admin({ super: true }), chefe: b.admin(), bruno: b.attendant() }
}
const asked = async <T>(who: Attendant, path: string) => (await (await who.request(`/api${path}`)).json()) as T // of its route
const post = async (who: Attendant, body: object = {}) => {
  const answer = await who.json('/api/plans', 'POST', { ...wanted, ...body })
  expect(answer.status).toBe(200)
  return (await answer.json()) as PlanSummary // the answer of its route
}
const put = (who: Attendant, id: number, body: object) => who.json(`/api/plans/${id}`, 'PUT', body)
const give = (w: ReturnType<typeof world>, companyId: number, planId: number | null) =>
  setCompanyPlan(w.server.databases.writableControl(), companyId, planId, w.clock.now())

describe('a new plan', () => {
  test('has the specified defaults, with features derived from its menus', async () => {
    const { operator } = place()
    expect(await post(operator)).toMatchObject({
      ...wanted,
      isPublic: true,
      useWhatsapp: true,
      useFacebook: false,
      useInstagram: false,
      useCampaigns: false,
      useSchedules: true,
      useInternalChat: true,
      useExternalApi: false,
      useIntegrations: true,
      newStructureMenu: true,
      menus: [...defaultMenus],
      companiesCount: 0,
    })
    expect(operator.heard(planCreated)).toMatchObject([{ plan: wanted }])
  })

  test('has the channels that it is given, whatever its menus', async () => {
    const { operator } = place()
    const { id } = await post(operator, { useFacebook: true, useInstagram: true, useWhatsapp: false })
    const flags = { useWhatsapp: false, useFacebook: true, useInstagram: true }
    expect(await asked(operator, `/plans/${id}`)).toMatchObject(flags)
    expect((await put(operator, id, { useInstagram: false })).status).toBe(200)
    expect(await asked(operator, `/plans/${id}`)).toMatchObject({ ...flags, useInstagram: false })
  })

  test('accepts an amount with a point or a comma, in whole cents', async () => {
    const { operator } = place()
    for (const amount of [99.9, '99.90', '99,90', ' 99,9 '])
      expect((await post(operator, { amount })).amount).toBe(99.9)
    for (const amount of [-1, 0.001, '1,2,3', '1.234,50', 'x', '', null, 1e9]) {
      const answer = await operator.json('/api/plans', 'POST', { ...wanted, amount })
      expect([amount, answer.status]).toEqual([amount, 400])
    }
  })

  test('names each field that is missing or out of bounds', async () => {
    const { operator } = place()
    const faults = async (body: object) => {
      const { details } = (await (await operator.json('/api/plans', 'POST', body)).json()) as {
        details: { field: string; hint?: string }[]
      }
      return details.map(({ field, hint }) => `${field} ${hint}`)
    }
    expect(await faults({ ...wanted, name: 'x', users: 0, queues: 1.5, menus: [29] })).toEqual([
      'name form.name.short',
      'users form.invalid',
      'queues form.invalid',
      'menus.0 form.invalid',
    ])
  })
})

describe('menus', () => {
  test('are the 28 of the specification, in its groups', async () => {
    const { bruno } = place()
    const { menus: listed } = await asked<{ menus: Menu[] }>(bruno, '/menus')
    expect(listed.map(({ id }) => id).toSorted((a, b) => a - b)).toEqual(Array.from({ length: 28 }, (_, n) => n + 1))
    expect(new Set(listed.map(({ group }) => group))).toEqual(new Set(['operacional', 'gerencial', 'administração']))
    expect(listed.find(({ id }) => id === 28)).toMatchObject({ group: 'operacional', route: '/Email' })
  })

  test('enable their features, campaigns three more, and five are always included', () => {
    const { below, pick } = createRandom(5)
    for (let round = 0; round < 200; round++) {
      const chosen = Array.from({ length: below(20) }, () => pick(menus).id)
      const complete = completeMenus(chosen)
      for (const id of fixedMenus) expect(complete).toContain(id)
      for (const id of [16, 17, 18]) expect(complete.includes(id)).toBe(chosen.includes(15))
      expect(completeMenus(complete)).toEqual(complete)
    }
  })

  test('decide the features only if the plan has menus', async () => {
    const { operator } = place()
    const { id } = await post(operator, { menus: [8, 15], useInternalChat: true })
    expect(await asked<PlanDetail>(operator, `/plans/${id}`)).toMatchObject({
      menus: [1, 4, 8, 15, 16, 17, 18, 19, 23, 27],
      useCampaigns: true,
      useSchedules: true,
      useInternalChat: false,
      useExternalApi: false,
      useIntegrations: false,
    })
    const fixed = { newStructureMenu: false, useCampaigns: false, useExternalApi: true }
    expect(await (await put(operator, id, fixed)).json()).toMatchObject({ ...fixed, useSchedules: true })
    expect(await (await put(operator, id, { newStructureMenu: true })).json()).toMatchObject({
      useCampaigns: true,
      useExternalApi: false,
    })
  })
})

describe('a change', () => {
  test('reaches the open pages of the companies on the plan, and of no others', async () => {
    const { w, b, operator, bruno } = place()
    const other = w.company('Outra').attendant()
    const { id } = await post(operator)
    give(w, b.tenant.id, id)
    w.server.companyNews.look()
    expect(bruno.heard(companyPlanChanged)).toMatchObject([{ plan: { id, useCampaigns: false } }])
    expect((await bruno.api.auth.me.get()).data?.user.company.plan).toMatchObject({ id, name: 'Básico' })
    await put(operator, id, { menus: [15] })
    expect(bruno.heard(companyPlanChanged)).toMatchObject([{}, { plan: { id, useCampaigns: true } }])
    expect((await bruno.request('/api/schedules')).status).toBe(403)
    give(w, b.tenant.id, null)
    w.server.companyNews.look()
    expect(bruno.heard(companyPlanChanged).at(-1)).toEqual({ plan: null })
    expect((await bruno.request('/api/schedules')).status).toBe(200)
    expect(other.heard(companyPlanChanged)).toEqual([])
    expect(operator.heard(planUpdated)).toHaveLength(1)
    expect([...bruno.heard(planUpdated), ...bruno.heard(planCreated), ...bruno.heard(companiesChanged)]).toEqual([])
    expect(operator.heard(companiesChanged).length).toBeGreaterThan(1)
  })

  test('is sent with the specification’s event name', async () => {
    const { w, b, operator, bruno } = place()
    give(w, b.tenant.id, (await post(operator)).id)
    w.server.companyNews.look()
    expect(bruno.frames.filter(({ event }) => event.endsWith('-plan'))).toMatchObject([
      { event: `company-${b.tenant.id}-plan`, data: { action: 'update', part: 'company', plan: { name: 'Básico' } } },
    ])
  })
})

describe('a plan in use', () => {
  test('cannot be deleted, and the error has the number of companies', async () => {
    const { w, b, operator } = place()
    const { id } = await post(operator)
    give(w, b.tenant.id, id)
    const refused = await operator.request(`/api/plans/${id}`, { method: 'DELETE' })
    expect([refused.status, await refused.json()]).toMatchObject([
      409,
      { error: 'ERR_PLAN_IN_USE', details: { count: 1 } },
    ])
    give(w, b.tenant.id, null)
    expect((await operator.request(`/api/plans/${id}`, { method: 'DELETE' })).status).toBe(200)
    expect(operator.heard(planDeleted)).toEqual([{ planId: id }])
    expect((await operator.request(`/api/plans/${id}`)).status).toBe(404)
  })

  test('lists its companies with their usage of each limit', async () => {
    const { w, b, operator } = place()
    const { id } = await post(operator)
    give(w, b.tenant.id, id)
    b.queue()
    expect(await asked<PlanDetail>(operator, `/plans/${id}`)).toMatchObject({
      companiesCount: 1,
      companies: [{ id: b.tenant.id, status: true, used: { users: 2, connections: 1, queues: 3 } }],
    })
    expect(await asked<object>(operator, '/plans?searchParam=BASICO')).toMatchObject({
      plans: [{ id, companiesCount: 1 }],
      count: 1,
      hasMore: false,
    })
  })
})

test('a plan and a company tell how many campaigns and schedules stop without its features', async () => {
  const { w, b, operator } = place()
  const { id } = await post(operator)
  give(w, b.tenant.id, id)
  const add = b.db.$client.prepare(
    `INSERT INTO campaigns (name, name_folded, status, texts, confirmation_texts, created_at, updated_at)
     VALUES (@name, @name, @status, '[]', '[]', 0, 0)`,
  )
  for (const status of [STATUS.running, STATUS.scheduled, STATUS.finished]) add.run({ name: status, status })
  const planned = { campaigns: 2, schedules: 0 }
  expect(await asked<object>(operator, `/plans/${id}`)).toMatchObject({ companies: [{ id: b.tenant.id, planned }] })
  expect(await asked<object>(operator, `/companies/${b.tenant.id}/usage`)).toMatchObject({ planned })
})

test('public plans are readable by anybody; a company can read its own plan but no other company’s', async () => {
  const { w, b, operator, bruno, chefe } = place()
  const { id } = await post(operator, { amount: 200 })
  await post(operator, { name: 'Secreto', isPublic: false })
  const cheap = await post(operator, { name: 'Menor', amount: 10 })
  expect(await (await w.request('/api/plans/list')).json()).toMatchObject([{ id: cheap.id }, { id }])
  give(w, b.tenant.id, id)
  expect(await asked<object>(bruno, `/companies/listPlan/${b.tenant.id}`)).toMatchObject({
    id: b.tenant.id,
    plan: { id },
  })
  for (const who of [bruno, chefe])
    expect(codeOf(await who.api.companies.listPlan({ id: w.tenant.id }).get())).toBe('ERR_NO_COMPANY_FOUND')
  expect(await asked<object>(operator, `/companies/listPlan/${b.tenant.id}`)).toMatchObject({ plan: { id } })
})

test('an overdue company can still read its plan and the menus', async () => {
  const { w, b, bruno } = place()
  b.setDue(w.clock.now() - 1)
  expect((await bruno.request(`/api/companies/listPlan/${b.tenant.id}`)).status).toBe(200)
  expect((await bruno.request('/api/menus')).status).toBe(200)
})

test('the operator’s actions are in the audit log', async () => {
  const { w, operator } = place()
  const { id } = await post(operator)
  await put(operator, id, { amount: 120 })
  await put(operator, id, { amount: 120 })
  await operator.request(`/api/plans/${id}`, { method: 'DELETE' })
  const entries = w.rows<{ act: string; changes: string }>(
    "SELECT act, changes FROM audit_log WHERE kind = 'plan' ORDER BY id",
  )
  expect(entries.map(({ act }) => act)).toEqual(['create', 'update', 'delete'])
  expect(JSON.parse(entries[1]?.changes ?? '[]')).toEqual([{ field: 'amount', from: 99, to: 120 }])
})

test('companies with more than their plan allows are listed with what they exceed', async () => {
  const w = world()
  const root = w.admin({ super: true })
  const make = async (name: string, limits: object) => {
    const body = { name, users: 9, connections: 9, queues: 9, amount: 10, ...limits }
    return (await (await root.json('/api/plans', 'POST', body)).json()) as { id: number }
  }
  const [narrow, wide] = [await make('Narrow', { queues: 0 }), await make('Wide', {})]
  const [first, second] = [w.company(), w.company()]
  for (const [company, plan] of [
    [first, narrow],
    [second, wide],
  ] as const)
    await root.json(`/api/companies/${company.tenant.id}`, 'PUT', { planId: plan.id })
  const over = async () =>
    ((await (await root.request('/api/plans/excess')).json()) as { records: { planId: number; limits: string[] }[] })
      .records
  expect(await over()).toMatchObject([{ planId: narrow.id, company: { id: first.tenant.id }, limits: ['queues'] }])
  await root.json(`/api/plans/${narrow.id}`, 'PUT', { queues: 9 })
  expect(await over()).toEqual([])
})
