/** Another plan: at the checkout, by the operator, and plans without a price. */
import { describe, expect, test } from 'bun:test'
import { addCredit, setReversal } from '../../src/features/billing/invoices'
import { addOddPayment } from '../../src/features/billing/odd-payments'
import { DAY, MINUTE } from '../../src/platform/time'
import { paidTimeOf } from '../../src/tenancy/companies'
import { planFlags } from '../../src/tenancy/contract'
import { paidAhead } from '../../src/tenancy/paid-time'
import { type Plan, plans } from '../../src/tenancy/tables'
import { asaas, asaasSettings } from '../support/pix'
import { until } from '../support/until'
import { NOON } from '../support/world'
import { billingPlace, type Place, payer } from './place'

const subscribe = (who: Place['admin'], body: object = {}) =>
  who.json('/api/subscription', 'POST', { ...payer, ...body })
const preview = async (who: Place['admin'], body: object) =>
  (await who.json('/api/subscription/preview', 'POST', body)).json()
const confirm = (who: Place['operator'], id: number) => who.json(`/api/invoices/${id}`, 'PUT', { status: 'paid' })
const assign = (who: Place['operator'], id: number, planId: number | null) =>
  who.json(`/api/companies/${id}`, 'PUT', { planId })

const planOf = ({ control }: Pick<Place, 'control'>, name: string, amount: number, more: Partial<Plan> = {}) =>
  control
    .insert(plans)
    .values({
      name,
      amount,
      isPublic: true,
      usesMenus: false,
      menus: [],
      features: planFlags,
      createdAt: 0,
      updatedAt: 0,
      ...more,
    })
    .returning()
    .get().id
const choose = (id: number) => ({ plan: JSON.stringify({ id }) })
const day = (at: number) => new Date(at).toISOString().slice(0, 10)

describe('a dearer plan', () => {
  test('is not given for the time that the cheap one was paid for', async () => {
    const place = billingPlace({ amount: 1000 })
    const dear = planOf(place, 'Caro', 100_000)
    const { admin, operator, company } = place
    expect((await subscribe(admin, { recurrence: 'ANUAL' })).status).toBe(200)
    await confirm(operator, 1)
    expect(day(company().dueAt)).toBe('2027-03-07')
    const shown = await preview(admin, { ...choose(dear), recurrence: 'MENSAL' })
    expect(shown).toMatchObject({
      plan: 'Caro',
      value: 1000,
      change: { from: { monthly: 10 }, days: 370, daysThen: 4 },
    })
    expect((await subscribe(admin, { ...choose(dear), recurrence: 'MENSAL' })).status).toBe(200)
    await confirm(operator, 2)
    // 370 days at 10.00, of which 365 were paid, are almost 4 at 1,000.00; then a month.
    expect([company().plan?.name, day(company().dueAt)]).toEqual(['Caro', '2026-04-06'])
    expect(shown.dueDate.slice(0, 10)).toBe('2026-04-06')
  })

  test('prices the other open invoices of the company', async () => {
    const place = billingPlace({ amount: 1000 })
    const { admin, operator, company, changed, invoices, set } = place
    const dear = planOf(place, 'Caro', 100_000)
    await changed()
    set({ dueAt: company().dueAt + DAY })
    await changed()
    expect(invoices()).toMatchObject([{ amount: 1000 }, { amount: 1000 }])
    await subscribe(admin, choose(dear))
    await confirm(operator, 1)
    expect(company().plan?.name).toBe('Caro')
    expect(invoices()).toMatchObject([{ status: 'paid' }, { status: 'open', amount: 100_000, detail: 'Caro' }])
  })

  test('that was taken back leaves no invoice at its price', async () => {
    const place = billingPlace({ amount: 100_000 })
    const { admin, operator, company, control, w, changed, invoices } = place
    const cheap = planOf(place, 'Barato', 1000)
    await subscribe(admin, { ...choose(cheap), starts: 'due' })
    await confirm(operator, 1)
    w.clock.forward(DAY)
    place.set({ dueAt: company().dueAt - 25 * DAY })
    await changed()
    expect(invoices().at(-1)).toMatchObject({ amount: 1000, status: 'open' })
    setReversal(control, 1, 'refunded', 1000)
    const odd = addOddPayment(control, w.clock.now(), {
      invoice: { id: 1, companyId: company().id },
      chargeId: null,
      kind: 'refunded',
      cents: 1000,
    })
    const settled = await operator.json(`/api/invoices/payments/${odd.id}`, 'PUT', { settled: 'shortened' })
    expect(settled.status).toBe(200)
    expect(company().nextPlanId).toBeNull()
    expect(invoices().at(-1)).toMatchObject({ amount: 100_000, detail: 'Profissional', status: 'open' })
  })

  test('begins at the due date where the buyer chooses so', async () => {
    const place = billingPlace({ amount: 1000 })
    const dear = planOf(place, 'Caro', 100_000)
    const { admin, operator, company, w, changed, invoices, daily } = place
    const due = company().dueAt
    const { change } = await preview(admin, choose(dear))
    expect(change.later).toEqual({
      begins: new Date(due).toISOString(),
      dueDate: expect.stringContaining('2026-04-07'),
    })
    await subscribe(admin, { ...choose(dear), starts: 'due' })
    await confirm(operator, 1)
    expect([company().plan?.name, company().nextPlanId, day(company().dueAt)]).toEqual([
      'Profissional',
      dear,
      '2026-04-07',
    ])
    // It cannot be deleted before it begins, and a second change cannot wait for another date.
    expect((await operator.request(`/api/plans/${dear}`, { method: 'DELETE' })).status).toBe(409)
    expect((await subscribe(admin, { ...choose(planOf(place, 'Outro', 5000)), starts: 'due' })).status).toBe(409)
    w.clock.forward(due - w.clock.now() + MINUTE)
    await changed()
    expect([company().plan?.name, company().nextPlanId]).toEqual(['Caro', null])
    w.clock.forward(25 * DAY)
    await daily()
    expect(invoices().at(-1)).toMatchObject({ amount: 100_000, detail: 'Caro', status: 'open' })
  })

  test('of the custom kind has the features of the cheapest public plan, or of the one that the operator names', async () => {
    const place = billingPlace()
    const { admin, operator, company, control } = place
    planOf(place, 'Barato', 5000, { features: ['useWhatsapp'] })
    const named = planOf(place, 'Modelo', 90_000, { features: ['useCampaigns'], isPublic: false })
    const buy = async () => {
      await subscribe(admin, { plan: JSON.stringify({ custom: true }), users: 4, connections: 3 })
      await confirm(operator, Math.max(...place.invoices().map(({ id }) => id)))
      return company().plan?.features
    }
    expect(await buy()).toEqual(['useWhatsapp'])
    const settings = { customPlanFeatures: named, customPlanUserPrice: 2000 }
    expect((await operator.json('/api/operator-settings', 'PUT', settings)).status).toBe(200)
    expect(await buy()).toEqual(['useCampaigns'])
    expect(company().plan?.amount).toBe(6900)
    await operator.json('/api/operator-settings', 'PUT', { customPlan: false })
    const refused = await subscribe(admin, { plan: JSON.stringify({ custom: true }), users: 9, connections: 3 })
    expect(refused.status).toBe(409)
    expect((await (await admin.request('/api/subscription/offer')).json()).custom).toBeNull()
    expect(control.select().from(plans).all().length).toBeGreaterThan(0)
  })
})

describe('the operator’s change of the plan', () => {
  test('prices the open invoice at once, and the code already shown is void', async () => {
    const standIn = asaas()
    const place = billingPlace({ environment: asaasSettings(standIn) })
    const { admin, operator, b, company, invoices, charges } = place
    await subscribe(admin)
    const due = company().dueAt
    const other = planOf(place, 'Outro', 30_000)
    expect((await assign(operator, b.tenant.id, other)).status).toBe(200)
    expect(invoices()).toMatchObject([{ amount: 30_000, detail: 'Outro', status: 'open', planId: null }])
    expect(company().dueAt).toBe(due)
    await until(() => standIn.payments[0]?.deleted === true)
    expect(charges()).toMatchObject([{ status: 'cancelled', amount: 24_900 }])
    const answer = await (await subscribe(admin)).json()
    expect(answer.valor.original).toBe('300.00')
  })

  test('that what was received before covers pays the open invoice', async () => {
    const place = billingPlace()
    const { admin, operator, company, control, changed, invoices } = place
    await subscribe(admin)
    const due = company().dueAt
    const cheap = planOf(place, 'Barato', 5000)
    addCredit(control, company().id, 9000, invoices()[0])
    await assign(operator, company().id, cheap)
    await changed()
    expect(invoices()).toMatchObject([{ status: 'paid', paidBy: 'credit', amount: 5000 }])
    expect(company().credit).toBe(4000)
    expect(company().dueAt).toBeGreaterThan(due + 27 * DAY)
  })

  test('prices an invoice that was cancelled before, when the company pays it', async () => {
    const place = billingPlace({ amount: 1000 })
    const { admin, operator, company, invoices } = place
    const dear = planOf(place, 'Caro', 100_000)
    await subscribe(admin)
    await assign(operator, company().id, null)
    expect(invoices()).toMatchObject([{ status: 'cancelled', amount: 1000 }])
    await assign(operator, company().id, dear)
    const { valor } = await (await subscribe(admin)).json()
    expect(valor.original).toBe('1000.00')
    expect(invoices()).toMatchObject([{ status: 'open', amount: 100_000, detail: 'Caro' }])
  })

  test('replaces what the buyer has chosen and not paid', async () => {
    const place = billingPlace()
    const { admin, operator, b, invoices, control } = place
    await subscribe(admin, { plan: JSON.stringify({ custom: true }), users: 9, connections: 3 })
    await assign(operator, b.tenant.id, planOf(place, 'Outro', 30_000))
    expect(invoices()).toMatchObject([{ amount: 30_000, detail: 'Outro', planId: null }])
    expect(
      control
        .select()
        .from(plans)
        .all()
        .map(({ name }) => name),
    ).not.toContain('Sob medida')
  })

  test('leaves a custom plan to an invoice that is cancelled, in case it is paid', async () => {
    const place = billingPlace({ amount: 100_000 })
    const { admin, operator, company, invoices } = place
    await subscribe(admin, { plan: JSON.stringify({ custom: true }), users: 3, connections: 3 })
    const { amount } = invoices()[0] ?? {}
    await operator.json('/api/invoices/1', 'PUT', { status: 'cancelled' })
    await assign(operator, company().id, planOf(place, 'Outro', 200_000))
    await operator.json('/api/invoices/1', 'PUT', { status: 'open' })
    await confirm(operator, 1)
    expect([company().plan?.name, company().plan?.amount]).toEqual(['Sob medida', amount])
  })

  test('is repeated at the provider until it takes the charge back', async () => {
    const standIn = asaas()
    const place = billingPlace({ environment: asaasSettings(standIn) })
    const { admin, operator, b, charges, pending } = place
    await subscribe(admin)
    standIn.setDown(true)
    await assign(operator, b.tenant.id, planOf(place, 'Outro', 30_000))
    await until(() => place.w.logged.some(({ msg }) => String(msg).includes('could not withdraw')))
    expect(charges()).toMatchObject([{ toWithdraw: true }])
    standIn.setDown(false)
    await pending()
    expect([standIn.payments[0]?.deleted, charges()[0]?.toWithdraw]).toEqual([true, false])
  })
})

describe('a plan without a price', () => {
  test('never expires, and cancels what was to be paid', async () => {
    const place = billingPlace({ days: 2 })
    const { admin, operator, b, invoices, w, daily, company } = place
    await subscribe(admin)
    const free = planOf(place, 'Grátis', 0)
    await assign(operator, b.tenant.id, free)
    expect(invoices()).toMatchObject([{ status: 'cancelled' }])
    w.clock.forward(400 * DAY)
    await daily()
    const later = b.admin()
    expect((await later.request('/api/tags')).status).toBe(200)
    expect(await (await later.request('/api/subscription/offer')).json()).toMatchObject({ isFree: true, invoice: null })
    // On the way back it has time to pay.
    await assign(w.admin({ super: true }), b.tenant.id, place.planId)
    expect((await later.request('/api/tags')).status).toBe(200)
    expect(company().dueAt).toBe(w.clock.now() + 10 * DAY)
    expect(invoices().at(-1)).toMatchObject({ status: 'open', amount: 24_900 })
  })

  test('that gets a price gives its companies time to pay', async () => {
    const place = billingPlace({ days: -30, amount: 0 })
    const { admin, operator, planId } = place
    expect((await admin.request('/api/tags')).status).toBe(200)
    await operator.json(`/api/plans/${planId}`, 'PUT', { amount: 50 })
    expect((await admin.request('/api/tags')).status).toBe(200)
  })

  test('from now on has no open invoice, except for another plan', async () => {
    const place = billingPlace({ amount: 10_000 })
    const { admin, operator, changed, invoices, planId, charges } = place
    await subscribe(admin)
    expect((await operator.json(`/api/plans/${planId}`, 'PUT', { amount: 0 })).status).toBe(200)
    await changed()
    expect([invoices()[0]?.status, charges()[0]?.status]).toEqual(['cancelled', 'cancelled'])
    expect((await subscribe(admin, choose(planOf(place, 'Caro', 5000)))).status).toBe(200)
    await changed()
    expect(invoices()).toMatchObject([{ status: 'open', amount: 5000 }])
  })

  test('is given up for time that was not paid, and is worth nothing at another price', async () => {
    const place = billingPlace({ amount: 10_000, days: -1 })
    const { admin, operator, company, control } = place
    place.set({ paidPrice: 10_000 })
    const free = planOf(place, 'Grátis', 0)
    const [dear, cheap] = [planOf(place, 'Caro', 10_000), planOf(place, 'Barato', 100)]
    for (const id of [free, dear]) await assign(operator, company().id, id)
    expect(paidAhead(paidTimeOf(control, company()), NOON)).toBe(0)
    expect(await preview(admin, choose(cheap))).toMatchObject({ change: { days: 10, daysThen: 10 } })
    await assign(operator, company().id, free)
    place.set({ paidPrice: 10_000, dueAt: 0 })
    control.update(plans).set({ amount: 0 }).run()
    await operator.json(`/api/plans/${free}`, 'PUT', { amount: 5 })
    expect(paidAhead(paidTimeOf(control, company()), NOON)).toBe(0)
  })

  test('is left at the checkout: the bought plan begins today', async () => {
    const place = billingPlace({ days: 300, amount: 0 })
    const { admin, operator, company } = place
    await subscribe(admin, choose(planOf(place, 'Pago', 5000)))
    await confirm(operator, 1)
    expect([company().plan?.name, day(company().dueAt)]).toEqual(['Pago', '2026-04-02'])
  })
})
