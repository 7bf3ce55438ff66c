/** The checkout: the server prices the choice, and the payment assigns it. */
import { describe, expect, test } from 'bun:test'
import { invoiceChanged, operatorInvoiceChanged, paymentDone } from '../../src/features/billing/contract'
import { checksum } from '../../src/features/billing/providers/br-code'
import { plans } from '../../src/tenancy/tables'
import { asaas, asaasSettings } from '../support/pix'
import { billingPlace, type Place, payer } from './place'

const subscribe = (who: Place['admin'], body: object = {}) =>
  who.json('/api/subscription', 'POST', { ...payer, ...body })
const custom = (users: number, connections: number) => ({
  plan: JSON.stringify({ custom: true, price: 1 }),
  users,
  connections,
})

describe('the checkout', () => {
  test('responds in the specification’s shape, with a static code of the operator’s key', async () => {
    const { admin } = billingPlace()
    const answer = (await (await subscribe(admin)).json()) as { qrcode: { qrcode: string } }
    expect(answer).toMatchObject({
      valor: { original: '249.00' },
      provider: 'manual',
      expiresAt: null,
      invoice: { value: 249, detail: 'Profissional', status: 'open' },
    })
    const { qrcode } = answer.qrcode
    expect(qrcode).toContain('0118pix@balcao.example')
    expect(qrcode).toContain('5406249.00')
    expect(checksum(qrcode.slice(0, -4))).toBe(qrcode.slice(-4))
  })

  test('ignores price, card, company and due date', async () => {
    const { admin, invoices, company } = billingPlace()
    const due = company().dueAt
    const forged = {
      price: 1,
      value: 0.01,
      amount: 1,
      cardNumber: '4111',
      cvv: '1',
      companyId: 1,
      dueDate: '2999-01-01',
    }
    expect((await subscribe(admin, forged)).status).toBe(200)
    expect(invoices()).toMatchObject([{ amount: 24_900, status: 'open', companyId: company().id }])
    expect(company().dueAt).toBe(due)
  })

  test('stores the payer, and names every missing field', async () => {
    const { admin, company } = billingPlace()
    await subscribe(admin)
    expect(company()).toMatchObject({
      billingName: 'Casa Aurora Móveis Ltda.',
      document: '31402118000170',
      billingStreet: 'Rua das Flores, 10',
      billingCity: 'São Paulo',
      billingZip: '01310-100',
      billingCountry: 'BR',
    })
    const answer = await admin.json('/api/subscription', 'POST', { firstName: ' ', city: '' })
    const { details } = (await answer.json()) as { details: { field: string; message: string }[] }
    expect(Object.fromEntries(details.map(({ field, message }) => [field, message]))).toEqual({
      firstName: 'O nome completo é obrigatório',
      address2: 'O Endereço é obrigatório',
      city: 'Cidade é obrigatória',
      zipcode: 'CEP é obrigatório',
      country: 'País é obrigatório',
    })
    const wrong = await admin.json('/api/subscription', 'POST', { ...payer, document: '12' })
    expect(await wrong.json()).toMatchObject({ details: [{ field: 'document' }] })
  })

  test('asks nothing about the payer where the provider needs nothing, and keeps what is known', async () => {
    const { admin, company } = billingPlace()
    await subscribe(admin)
    const answer = await admin.json('/api/subscription', 'POST', { invoiceId: 1 })
    expect([answer.status, await answer.json()]).toMatchObject([200, { invoice: { id: 1 } }])
    expect(company().billingStreet).toBe('Rua das Flores, 10')
    expect(await (await admin.request('/api/subscription/offer')).json()).toMatchObject({ needsDocument: false })
  })

  test('asks for the document alone where the provider needs it', async () => {
    const { admin, company } = billingPlace({ environment: asaasSettings(asaas()) })
    expect(await (await admin.request('/api/subscription/offer')).json()).toMatchObject({ needsDocument: true })
    const without = await admin.json('/api/subscription', 'POST', {})
    expect([without.status, await without.json()]).toMatchObject([422, { error: 'ERR_DOCUMENT_REQUIRED' }])
    const empty = await admin.json('/api/subscription', 'POST', { firstName: 'Casa Aurora' })
    expect(await empty.json()).toMatchObject({ details: [{ field: 'document' }] })
    await admin.json('/api/subscription', 'POST', { firstName: 'Casa Aurora', document: payer.document })
    expect(company()).toMatchObject({ document: '31402118000170', billingName: 'Casa Aurora', billingStreet: '' })
  })

  test('responds to an invoice of another company as to a missing one', async () => {
    const { w, admin, daily, invoices, set } = billingPlace()
    await daily()
    const [invoice] = invoices()
    set({ name: 'Casa Aurora' })
    const other = w.company('Outra').admin()
    for (const answer of [
      await other.request(`/api/subscription/${invoice?.id}`),
      await subscribe(other, { invoiceId: invoice?.id }),
    ])
      expect([answer.status, await answer.json()]).toMatchObject([404, { error: 'ERR_NO_INVOICE_FOUND' }])
    expect((await admin.request(`/api/subscription/${invoice?.id}`)).status).toBe(200)
  })

  test('is for admins, and reports when Pix is not set up', async () => {
    const { ana } = billingPlace()
    expect((await subscribe(ana)).status).toBe(403)
    const without = billingPlace({ environment: {} })
    const answer = await subscribe(without.admin)
    expect([answer.status, await answer.json()]).toMatchObject([409, { error: 'ERR_PIX_NOT_CONFIGURED' }])
  })
})

describe('a custom plan', () => {
  test('is priced by the server, and assigned only by the payment', async () => {
    const { admin, operator, invoices, company, control, planId } = billingPlace()
    expect((await subscribe(admin, custom(23, 8))).status).toBe(200)
    expect(invoices()).toMatchObject([
      { amount: 36_900, users: 23, connections: 8, queues: null, detail: 'Sob medida' },
    ])
    expect(company().planId).toBe(planId)
    await operator.json('/api/invoices/1', 'PUT', { status: 'paid' })
    expect(company().plan).toMatchObject({
      users: 23,
      connections: 8,
      isPublic: false,
      companyId: company().id,
      amount: 36_900,
    })
    // The next invoice is for the new plan.
    expect(control.select().from(plans).all().length).toBe(2)
  })

  test('has at least three users and connections', async () => {
    const { admin } = billingPlace()
    for (const wrong of [custom(2, 3), custom(3, 2), custom(3.5, 3), custom(501, 3)])
      expect((await subscribe(admin, wrong)).status).toBe(400)
  })

  test('replaces the one chosen before', async () => {
    const { admin, invoices, charges, control, operator, company } = billingPlace()
    await subscribe(admin, custom(4, 3))
    await subscribe(admin, { ...custom(5, 5), recurrence: 'TRIMESTRAL' })
    expect(invoices()).toMatchObject([{ amount: 3 * (4900 + 2 * 1100 + 2 * 2000), recurrence: 'TRIMESTRAL' }])
    expect(charges().map(({ status }) => status)).toEqual(['cancelled', 'pending'])
    expect(control.select().from(plans).all().length).toBe(2)
    await operator.json('/api/invoices/1', 'PUT', { status: 'paid' })
    expect(company().recurrence).toBe('TRIMESTRAL')
  })

  test('only public plans can be chosen', async () => {
    const { admin, control, invoices } = billingPlace()
    const made = (isPublic: boolean) =>
      control
        .insert(plans)
        .values({
          name: 'Essencial',
          amount: 9900,
          isPublic,
          usesMenus: false,
          menus: [],
          features: [],
          createdAt: 0,
          updatedAt: 0,
        })
        .returning()
        .get().id
    const [hidden, open] = [made(false), made(true)]
    expect((await subscribe(admin, { plan: JSON.stringify({ id: hidden }) })).status).toBe(400)
    expect((await subscribe(admin, { plan: JSON.stringify({ id: open }) })).status).toBe(200)
    expect(invoices()).toMatchObject([{ amount: 9900, planId: open, detail: 'Essencial' }])
    expect((await subscribe(admin, { plan: '{' })).status).toBe(400)
  })
})

test('a payment is announced to the company’s pages and the operator’s, and to no others', async () => {
  const { w, admin, ana, operator, company } = billingPlace()
  const stranger = w.company('Outra').admin()
  await subscribe(admin)
  expect(admin.heard(invoiceChanged).length).toBeGreaterThan(0)
  expect(ana.heard(invoiceChanged)).toEqual([])
  await operator.json('/api/invoices/1', 'PUT', { status: 'paid' })
  const done = { invoiceId: 1, dueDate: new Date(company().dueAt).toISOString() }
  expect([admin.heard(paymentDone), ana.heard(paymentDone)]).toEqual([[done], [done]])
  expect(operator.heard(operatorInvoiceChanged).at(-1)?.invoice).toMatchObject({ id: 1, status: 'paid' })
  expect(stranger.frames.filter(({ event }) => event.includes('payment'))).toEqual([])
})
