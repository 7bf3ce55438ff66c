/** The operator's companies: listed, made, changed, suspended, renewed and deleted. */
import { describe, expect, test } from 'bun:test'
import { existsSync, readdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import { createBackup } from '../../../src/operator/backup/create'
import type { CompanyRow, CompanyUsage } from '../../../src/operator/tenants/contract'
import { clearDeleted } from '../../../src/operator/tenants/delete'
import { tenantFolder } from '../../../src/platform/databases'
import { getValue } from '../../../src/platform/sql'
import { DAY } from '../../../src/platform/time'
import { companyUpdated } from '../../../src/settings/contract'
import { companiesChanged, companyPlanChanged } from '../../../src/tenancy/contract'
import { type Attendant, PASSWORD } from '../../support/company-world'
import { givePlan } from '../../support/plans'
import { world } from '../../support/world'

function place() {
  const w = world()
  const b = w.company('Padaria Sol')
  return { w, b, operator: w.admin({ super: true }), chefe: b.admin(), bruno: b.attendant() }
}
type Page = { companies: CompanyRow[]; hasMore: boolean; count: number; monthly: number }
const asked = async <T>(who: Attendant, path: string) => (await (await who.request(`/api${path}`)).json()) as T // of its route
const put = async (who: Attendant, id: number, body: object) => {
  const answer = await who.json(`/api/companies/${id}`, 'PUT', body)
  return { status: answer.status, company: (await answer.json()) as CompanyRow } // of its route, where it is one
}
const planOf = async (operator: Attendant, more: object = {}) =>
  (
    (await (
      await operator.json('/api/plans', 'POST', {
        name: 'Básico',
        users: 3,
        connections: 1,
        queues: 2,
        amount: 99,
        ...more,
      })
    ).json()) as { id: number }
  ).id

describe('the list', () => {
  test('stands by due date, with plan, usage and what active companies pay', async () => {
    const { w, b, operator } = place()
    const planId = await planOf(operator)
    await put(operator, b.tenant.id, { planId, dueDate: '2026-03-05', email: 'sol@padaria.example' })
    const other = w.company('Outra')
    await put(operator, other.tenant.id, { planId, dueDate: '2026-03-04', status: false })
    const page = await asked<Page>(operator, '/companiesPlan')
    expect(page).toMatchObject({ hasMore: false, count: 3, monthly: 99 })
    expect(page.companies.map(({ name }) => name)).toEqual(['Outra', 'Padaria Sol', 'Loja Centro'])
    expect(page.companies[1]).toMatchObject({
      email: 'sol@padaria.example',
      status: true,
      plan: { name: 'Básico', users: 3 },
      used: { users: 2, connections: 1, queues: 2 },
      dueDate: '2026-03-06T02:59:59.999Z',
    })
  })

  test('finds by name, e-mail and document, whatever case and accents, and filters by due date', async () => {
    const { w, b, operator } = place()
    await put(operator, b.tenant.id, { dueDate: '2026-03-07', document: '11.222.333/0001-81', email: 'A@Sol.example' })
    const late = w.company('Açaí')
    await put(operator, late.tenant.id, { dueDate: '2026-03-02' })
    const namesFor = async (query: string) =>
      (await asked<Page>(operator, `/companies?${query}`)).companies.map(({ name }) => name)
    expect(await namesFor('searchParam=ACAI')).toEqual(['Açaí'])
    expect(await namesFor('searchParam=a@sol')).toEqual(['Padaria Sol'])
    expect(await namesFor('searchParam=11.222.333')).toEqual(['Padaria Sol'])
    expect(await namesFor('due=late')).toEqual(['Açaí'])
    expect(await namesFor('due=soon')).toEqual(['Padaria Sol'])
    expect(await namesFor('due=fine')).toEqual(['Loja Centro'])
    expect(await namesFor('due=suspended')).toEqual([])
  })

  test('says nothing of a company whose data cannot be read, and lists the others', async () => {
    const { w, b, operator } = place()
    w.server.databases.handOver(b.tenant.uuid)
    const { companies } = await asked<Page>(operator, '/companies')
    expect(companies.map(({ name, used }) => [name, used === null])).toContainEqual(['Padaria Sol', true])
    w.server.databases.takeBack(b.tenant.uuid)
  })
})

describe('a new company', () => {
  const wanted = { name: 'Nova Ltda', email: 'Nova@Loja.example', password: 'Segredo123' }

  test('has its plan, its details and an admin who signs in, which is noted as the last login', async () => {
    const { w, operator } = place()
    const planId = await planOf(operator)
    const body = {
      ...wanted,
      planId,
      adminName: 'Nara',
      dueDate: '2026-04-30',
      recurrence: 'ANUAL',
      document: '529.982.247-25',
    }
    const answer = await operator.json('/api/companies', 'POST', body)
    const made = (await answer.json()) as CompanyRow
    expect([answer.status, made]).toMatchObject([
      200,
      {
        name: 'Nova Ltda',
        email: 'nova@loja.example',
        planId,
        recurrence: 'ANUAL',
        document: '52998224725',
        lastLogin: null,
      },
    ])
    expect(made.dueDate).toBe('2026-05-01T02:59:59.999Z')
    const signedIn = await w.server.auth.signIn({ email: 'nova@loja.example', password: 'Segredo123' }, 'here')
    expect(signedIn.user).toMatchObject({ name: 'Nara', profile: 'admin', super: false, companyId: made.id })
    const { companies } = await asked<Page>(operator, '/companies?searchParam=nova')
    expect(companies[0]?.lastLogin).toBe(new Date(w.clock.now()).toISOString())
    expect(operator.heard(companiesChanged).length).toBeGreaterThan(0)
  })

  test('is due in thirty days where no valid day is said, and needs name, e-mail, password and plan', async () => {
    const { w, operator } = place()
    const planId = await planOf(operator)
    const answer = await operator.json('/api/companies', 'POST', { ...wanted, planId, dueDate: 'amanhã' })
    const { dueDate } = (await answer.json()) as CompanyRow
    expect(Math.floor((Date.parse(dueDate) - w.clock.now()) / DAY)).toBe(30)
    const { details } = (await (await operator.json('/api/companies', 'POST', { name: 'x', planId: null })).json()) as {
      details: { field: string }[]
    }
    expect(details.map(({ field }) => field)).toEqual(['name', 'email', 'planId', 'password'])
  })

  test('leaves nothing behind where the e-mail is taken or the plan is another’s', async () => {
    const { w, b, operator, chefe } = place()
    const planId = await planOf(operator)
    const taken = await operator.json('/api/companies', 'POST', { ...wanted, planId, email: chefe.email })
    expect([taken.status, ((await taken.json()) as { error: string }).error]).toEqual([409, 'ERR_DUPLICATED_EMAIL'])
    w.server.databases
      .writableControl()
      .$client.prepare('UPDATE plans SET company_id = ? WHERE id = ?')
      .run(b.tenant.id, planId)
    const refused = await operator.json('/api/companies', 'POST', { ...wanted, planId })
    expect([refused.status, ((await refused.json()) as { error: string }).error]).toEqual([409, 'ERR_PLAN_OF_OTHER'])
    expect((await asked<Page>(operator, '/companies')).count).toBe(2)
    const free = await operator.json('/api/companies', 'POST', { ...wanted, planId: await planOf(operator) })
    expect(free.status).toBe(200)
  })
})

describe('a company’s own admin', () => {
  test('writes the telephone as people do; a stored one stays as it is', async () => {
    const { w, b, chefe } = place()
    const put = async (phone: string) => chefe.json(`/api/companies/${b.tenant.id}`, 'PUT', { phone })
    expect(await (await put('(21) 99999-0001')).json()).toMatchObject({ phone: '5521999990001' })
    expect(await (await put('98801-0001')).json()).toMatchObject({ details: [{ field: 'phone' }] })
    expect(await (await put('')).json()).toMatchObject({ phone: '' })
    w.server.databases.writableControl().$client.prepare("UPDATE companies SET phone = '12345678'").run()
    expect(await (await put('12345678')).json()).toMatchObject({ phone: '12345678' })
  })

  test('changes billing, phone, time zone and language, and nothing of the operator’s', async () => {
    const { w, b, operator, chefe, bruno } = place()
    const planId = await planOf(operator)
    const before = await asked<CompanyRow>(operator, `/companies/${b.tenant.id}`)
    const own = {
      billingName: 'Padaria Sol Ltda',
      document: '11222333000181',
      billingZip: '20000-000',
      billingCity: 'Rio',
      phone: '5521999990000',
      timeZone: 'America/Manaus',
    }
    const forbidden = {
      name: 'Meu',
      email: 'x@x.example',
      planId,
      dueDate: '2030-01-01',
      recurrence: 'ANUAL',
      status: false,
      id: 1,
      companyId: 1,
      super: true,
      profile: 'admin',
      uuid: 'x',
      uuidCompany: 'x',
      active: false,
      dueAt: 9e12,
      plan_id: planId,
      features: null,
      paymentMethod: 'grátis',
      lastLogin: '2020-01-01T00:00:00.000Z',
    }
    expect((await put(chefe, b.tenant.id, { ...own, ...forbidden })).status).toBe(200)
    expect(await asked<CompanyRow>(operator, `/companies/${b.tenant.id}`)).toEqual({ ...before, ...own })
    expect(bruno.heard(companyUpdated)).toMatchObject([{ company: { timeZone: 'America/Manaus' } }])
    expect((await chefe.api.auth.me.get()).data?.user).toMatchObject({ super: false, companyId: b.tenant.id })
    expect(w.server.cxOf(b.tenant.uuid).tenant.timeZone).toBe('America/Manaus')
  })

  test('reads it, also while overdue, and finds no other', async () => {
    const { w, b, chefe, bruno } = place()
    b.setDue(w.clock.now() - 1)
    expect((await chefe.request(`/api/companies/${b.tenant.id}`)).status).toBe(200)
    expect((await put(chefe, b.tenant.id, { billingName: 'Sol' })).status).toBe(200)
    expect((await put(bruno, b.tenant.id, { billingName: 'Meu' })).status).toBe(403)
    expect((await bruno.request(`/api/companies/${b.tenant.id}`)).status).toBe(403)
    for (const who of [chefe, w.admin()])
      expect((await who.request(`/api/companies/${who === chefe ? 1 : b.tenant.id}`)).status).toBe(404)
    expect((await put(w.admin(), b.tenant.id, { billingName: 'Meu' })).status).toBe(404)
  })
})

describe('the operator', () => {
  test('gives another plan, whose features reach open pages at once', async () => {
    const { b, operator, bruno } = place()
    const planId = await planOf(operator, { menus: [2] })
    await put(operator, b.tenant.id, { planId })
    expect(bruno.heard(companyPlanChanged)).toMatchObject([{ plan: { id: planId, useSchedules: false } }])
    expect((await put(operator, b.tenant.id, { planId: 999 })).status).toBe(404)
  })

  test('suspends and resumes: everybody is signed out, and can sign in again', async () => {
    const { w, b, operator, bruno } = place()
    expect((await put(operator, b.tenant.id, { status: false })).company).toMatchObject({ status: false })
    expect((await bruno.request('/api/tickets')).status).toBe(403)
    await put(operator, b.tenant.id, { status: true })
    const { user } = await w.server.auth.signIn({ email: bruno.email, password: PASSWORD }, 'here')
    expect(user.id).toBe(bruno.userId)
  })

  test('cannot suspend, expire or delete the own company', async () => {
    const { w, operator } = place()
    for (const body of [{ status: false }, { dueDate: '2020-01-01' }])
      expect((await put(operator, w.tenant.id, body)).status).toBe(403)
    expect((await operator.request('/api/companies/1/renew', { method: 'POST' })).status).toBe(403)
    expect((await operator.json('/api/companies/1', 'DELETE', { name: 'Loja Centro' })).status).toBe(403)
  })

  test('renews by the recurrence, counted from the due date, or from today where that has passed', async () => {
    const { b, operator } = place()
    const renewed = async (dueDate: string, recurrence: string) => {
      await put(operator, b.tenant.id, { dueDate, recurrence })
      const answer = await operator.request(`/api/companies/${b.tenant.id}/renew`, { method: 'POST' })
      return ((await answer.json()) as CompanyRow).dueDate
    }
    expect(await renewed('2027-01-31', 'MENSAL')).toBe('2027-03-01T02:59:59.999Z')
    expect(await renewed('2028-01-31', 'MENSAL')).toBe('2028-03-01T02:59:59.999Z')
    expect(await renewed('2026-03-31', 'BIMESTRAL')).toBe('2026-06-01T02:59:59.999Z')
    expect(await renewed('2026-11-30', 'TRIMESTRAL')).toBe('2027-03-01T02:59:59.999Z')
    expect(await renewed('2026-08-31', 'SEMESTRAL')).toBe('2027-03-01T02:59:59.999Z')
    expect(await renewed('2028-02-29', 'ANUAL')).toBe('2029-03-01T02:59:59.999Z')
    // The clock of the tests stands at 2 March 2026.
    expect(await renewed('2025-12-15', 'MENSAL')).toBe('2026-04-03T02:59:59.999Z')
  })

  test('takes a renewal back with the day on which the company pays', async () => {
    const { b, operator } = place()
    const path = `/api/companies/${b.tenant.id}`
    const renew = async () => (await (await operator.request(`${path}/renew`, { method: 'POST' })).json()) as CompanyRow
    await put(operator, b.tenant.id, { dueDate: '2027-01-31', recurrence: 'MENSAL' })
    const before = await renew()
    expect(before).toMatchObject({ dueDate: '2027-03-01T02:59:59.999Z', dueDay: 31 })
    const after = await renew()
    expect(after).toMatchObject({ dueDate: '2027-04-01T02:59:59.999Z', dueDay: null })
    await put(operator, b.tenant.id, { dueDate: '2027-02-28', dueDay: before.dueDay })
    expect(await renew()).toEqual(after)
    expect((await put(operator, b.tenant.id, { dueDate: '2027-02-28', dueDay: 3 })).status).toBe(400)
  })

  test('sees people, connections, queues, messages of the month and disk', async () => {
    const { b, operator, bruno } = place()
    b.whatsapp.person('5511988887777').says('Oi')
    const usage = await asked<CompanyUsage>(operator, `/companies/${b.tenant.id}/usage`)
    expect(usage).toMatchObject({ used: { users: 2, connections: 1, queues: 2 } })
    expect(usage.users.map(({ email }) => email)).toContain(bruno.email)
    expect(usage.messages.map(({ day }) => day)).toEqual(['2026-03-01', '2026-03-02'])
    expect(usage.messages.at(-1)?.count).toBe(1)
    expect(usage.disk.messages).toBeGreaterThan(0)
  })

  test('sees the backups that have the company', async () => {
    const { w, b, operator } = place()
    const { storedFiles } = w.server
    const { folder } = await createBackup(w.dataDir, w.clock.now(), { to: null, withKey: false, storedFiles })
    w.company('Depois')
    const listed = await asked<object[]>(operator, `/companies/${b.tenant.id}/backups`)
    expect(listed).toMatchObject([{ name: basename(folder), isComplete: true, messages: 0 }])
    expect(await asked<object[]>(operator, '/companies/3/backups')).toEqual([])
  })

  test('changes a setting of the company, which its pages hear', async () => {
    const { b, operator, chefe } = place()
    const path = `/api/companies/${b.tenant.id}/settings`
    expect((await operator.json(`${path}/userRating`, 'PUT', { value: 'enabled' })).status).toBe(200)
    expect(await asked<object[]>(operator, `/companies/${b.tenant.id}/settings`)).toContainEqual({
      key: 'userRating',
      value: 'enabled',
    })
    expect(chefe.frames.some(({ event }) => event.endsWith('-settings'))).toBe(true)
    expect((await operator.json(`${path}/nada`, 'PUT', { value: 'x' })).status).toBe(404)
  })

  test('leaves an entry in the company’s audit log and in the own one', async () => {
    const { w, b, operator } = place()
    await put(operator, b.tenant.id, { name: 'Padaria Lua' })
    const sql = "SELECT user_name AS who, act, changes FROM audit_log WHERE kind = 'company' ORDER BY id"
    const changes = JSON.stringify([{ field: 'name', from: 'Padaria Sol', to: 'Padaria Lua' }])
    expect(b.rows<object>(sql)).toEqual([{ who: '', act: 'update', changes }])
    expect(w.rows<object>(sql)).toMatchObject([{ act: 'update', changes }])
  })
})

describe('a deleted company', () => {
  test('is gone with its sessions and e-mails; its folder is kept for thirty days', async () => {
    const { w, b, operator, bruno } = place()
    givePlan(w.server.databases.writableControl(), b.tenant.id, ['useWhatsapp'])
    const wrong = await operator.json(`/api/companies/${b.tenant.id}`, 'DELETE', { name: 'Padaria' })
    expect(wrong.status).toBe(400)
    expect((await bruno.request('/api/tickets')).status).toBe(200)
    const answer = await operator.json(`/api/companies/${b.tenant.id}`, 'DELETE', { name: ' Padaria Sol ' })
    expect(answer.status).toBe(200)
    expect((await asked<Page>(operator, '/companies')).count).toBe(1)
    expect((await bruno.request('/api/tickets')).status).toBe(403)
    expect(existsSync(tenantFolder(w.dataDir, b.tenant.uuid))).toBe(false)
    const aside = join(w.dataDir, 'set-aside')
    const [folder = ''] = readdirSync(aside)
    expect(folder).toEndWith(b.tenant.uuid)
    expect(existsSync(join(aside, folder, 'tenant.db'))).toBe(true)
    const { control } = w.server.databases
    expect(getValue(control, 'SELECT count(*) FROM claims WHERE tenant_uuid = ?', b.tenant.uuid)).toBe(0)
    const plan = await planOf(operator)
    const again = { name: 'Padaria Sol', email: bruno.email, password: 'Segredo123', planId: plan }
    const made = (await (await operator.json('/api/companies', 'POST', again)).json()) as CompanyRow
    expect(made.id).toBeGreaterThan(b.tenant.id)
    await clearDeleted(w.server.databases, w.clock.now() + 29 * DAY)
    expect(readdirSync(aside)).toEqual([folder])
    await clearDeleted(w.server.databases, w.clock.now() + 31 * DAY)
    expect(readdirSync(aside)).toEqual([])
  })
})
