/** An invoice is paid once and moves the due date once, in any order of events. */
import { describe, expect, test } from 'bun:test'
import { DAY, HOUR, MINUTE } from '../../src/platform/time'
import { renew } from '../../src/tenancy/due'
import { asaas, asaasSettings, efi, efiSettings } from '../support/pix'
import { createRandom } from '../support/random'
import { until } from '../support/until'
import { billingPlace, type Place, payer, storedIn } from './place'

const subscribe = (who: Place['admin'], body: object = {}) =>
  who.json('/api/subscription', 'POST', { ...payer, ...body })
const confirm = (who: Place['operator'], id: number, status = 'paid') =>
  who.json(`/api/invoices/${id}`, 'PUT', { status })
const webhook = ({ w }: Pick<Place, 'w'>, body: unknown) =>
  w.request('/api/subscription/webhook/asaas', {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })

const paymentsLogged = ({ b }: Pick<Place, 'b'>) =>
  b.db.$client.prepare("SELECT 1 FROM audit_log WHERE kind = 'invoice' AND act = 'pay'").all().length

/**
 * Random histories of one company with a provider: charges, payments, real and forged webhooks, polls, manual
 * confirmations, cancellations, lost responses and crashes.
 */
async function history(seed: number) {
  const { below, oneIn, pick, between } = createRandom(seed)
  const standIn = asaas()
  let dies = false
  const place = billingPlace({
    days: between(-3, 9),
    environment: { ...asaasSettings(standIn) },
    observed() {
      if (!dies) return
      dies = false
      throw new Error('the process ends here')
    },
  })
  place.w.expectErrors()
  let { w } = place
  const { admin, operator } = place
  let stored = storedIn(w, place.b.tenant.id)
  const now = () => w.clock.now()
  const { b } = place
  /** Paid invoices with their next due date. */
  const paid = new Map<number, number>()
  let before = stored.company()

  const check = (at: number) => {
    const company = stored.company()
    const fresh = stored.invoices().filter(({ id, status }) => status === 'paid' && !paid.has(id))
    expect(fresh.length).toBeLessThanOrEqual(1)
    const [one] = fresh
    if (one) {
      expect(company.dueAt).toBe(renew(before, one.recurrence, at).dueAt)
      expect(one.renewedUntil).toBe(company.dueAt)
      paid.set(one.id, company.dueAt)
    } else expect(company.dueAt).toBe(before.dueAt)
    for (const { id, status } of stored.invoices()) if (paid.has(id)) expect(status).toBe('paid')
    expect(new Set(stored.invoices().map(({ period }) => period)).size).toBe(stored.invoices().length)
    before = company
  }

  for (let turn = 0; turn < 25; turn++) {
    w.clock.forward(pick([1000, MINUTE, HOUR, 5 * HOUR]))
    const invoice = stored.invoices().at(-1)
    const payment = standIn.payments.length > 0 ? pick(standIn.payments) : undefined
    if (oneIn(6)) standIn.loseAnswers(1)
    if (oneIn(8)) dies = true
    const at = now()
    switch (below(10)) {
      case 0:
        await stored.daily().catch(() => undefined)
        break
      case 1:
      case 2:
        await subscribe(admin)
        break
      case 3:
        if (payment && !payment.deleted) standIn.pay(payment.id)
        break
      case 4:
        if (payment) await webhook({ w }, standIn.pay(payment.id) ?? { payment: { id: payment.id } })
        break
      case 5: // forged, or about a charge that nobody has paid
        await webhook(
          { w },
          { event: 'PAYMENT_RECEIVED', payment: { id: payment?.id ?? 'pay_x', status: 'RECEIVED', value: 9999 } },
        )
        break
      case 6:
        await stored.pending().catch(() => undefined)
        break
      case 7:
        if (invoice) await (oneIn(2) ? confirm(operator, invoice.id) : admin.request(`/api/subscription/${invoice.id}`))
        break
      case 8:
        if (invoice) await confirm(operator, invoice.id, pick(['cancelled', 'open']))
        break
      case 9: {
        if (!oneIn(5)) {
          if (invoice) await confirm(operator, invoice.id)
          break
        }
        // A crash loses everything not yet written.
        dies = false
        w = await w.reopen()
        w.expectErrors()
        stored = storedIn(w, b.tenant.id)
        break
      }
    }
    if (w !== place.w) break // users of the former world are gone: only jobs run from here on
    dies = false
    check(at)
  }
  standIn.loseAnswers(0)
  // Polling alone finds every payment in the end.
  for (let round = 0; round < 3; round++) {
    w.clock.forward(20 * MINUTE)
    const at = now()
    await stored.pending()
    check(at)
  }
  for (const { invoiceId, status, externalId } of stored.charges()) {
    const payment = standIn.payments.find(({ id }) => id === externalId)
    const invoice = stored.invoices().find(({ id }) => id === invoiceId)
    if (payment?.status === 'RECEIVED' && status === 'paid') expect(invoice?.status).toBe('paid')
  }
  return { paid: paid.size, charges: stored.charges().length }
}

test('an invoice is paid once, and moves the due date once, in any order of events and crashes', async () => {
  let payments = 0
  for (let seed = 1; seed <= 12; seed++) payments += (await history(seed)).paid
  expect(payments).toBeGreaterThan(5)
}, 120_000)

describe('a payment', () => {
  test('confirmed by the operator renews the subscription, and a second confirmation changes nothing', async () => {
    const { operator, daily, invoices, company, w } = billingPlace({ days: 5 })
    await daily()
    const due = company().dueAt
    const [invoice] = invoices()
    const first = await confirm(operator, invoice?.id ?? 0)
    expect(await first.json()).toMatchObject({ status: 'paid', paidBy: 'hand' })
    const renewed = company().dueAt
    expect(Math.round((renewed - due) / DAY)).toBe(31)
    w.clock.forward(HOUR)
    expect((await confirm(operator, invoice?.id ?? 0)).status).toBe(200)
    expect(company().dueAt).toBe(renewed)
  })

  test('shows at once by its webhook, also if the page has asked a moment before; a flood of them asks once', async () => {
    const standIn = asaas()
    const place = billingPlace({ environment: asaasSettings(standIn) })
    await subscribe(place.admin)
    place.w.clock.forward(MINUTE)
    const [payment] = standIn.payments
    await place.admin.request('/api/subscription/1')
    const before = standIn.asked.length
    for (let n = 0; n < 5; n++) await webhook(place, { payment: { id: payment?.id } })
    expect(standIn.asked.length - before).toBe(1)
    place.w.clock.forward(3_000)
    await place.admin.request('/api/subscription/1')
    await webhook(place, standIn.pay(payment?.id ?? ''))
    expect(place.invoices()).toMatchObject([{ status: 'paid' }])
  })

  test('that several pages find at once renews once', async () => {
    const standIn = asaas()
    const place = billingPlace({ environment: asaasSettings(standIn) })
    await subscribe(place.admin)
    const due = place.company().dueAt
    standIn.pay(standIn.payments[0]?.id ?? '')
    place.w.clock.forward(MINUTE)
    const answers = await Promise.all([1, 2, 3].map(() => place.admin.request('/api/subscription/1')))
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    expect(Math.round((place.company().dueAt - due) / DAY)).toBe(31)
    expect(paymentsLogged(place)).toBe(1)
  })

  test('counts if the process ends right after it was stored, and only the company’s log lacks it', async () => {
    const standIn = asaas()
    const place = billingPlace({
      environment: asaasSettings(standIn),
      wrote(operation) {
        if (operation === 'billing.storeReading') throw new Error('the process ends here')
      },
    })
    place.w.expectErrors()
    await subscribe(place.admin)
    const due = place.company().dueAt
    place.w.clock.forward(MINUTE)
    await webhook(place, standIn.pay(standIn.payments[0]?.id ?? ''))
    expect(place.invoices()).toMatchObject([{ status: 'paid' }])
    const renewed = place.company().dueAt
    expect(Math.round((renewed - due) / DAY)).toBe(31)
    expect(paymentsLogged(place)).toBe(0)
    place.w.clock.forward(HOUR)
    await place.pending().catch(() => undefined)
    expect(place.company().dueAt).toBe(renewed)
  })

  test('of less than the amount leaves the invoice open', async () => {
    const standIn = asaas()
    const place = billingPlace({ environment: asaasSettings(standIn) })
    expect((await subscribe(place.admin)).status).toBe(200)
    const [payment] = standIn.payments
    place.w.clock.forward(MINUTE)
    await webhook(place, standIn.pay(payment?.id ?? '', 248.99))
    expect(place.invoices()).toMatchObject([{ status: 'open' }])
    expect(place.charges()).toMatchObject([{ status: 'paid' }])
    expect(place.w.logged.map(({ msg }) => msg)).toContain('a payment does not fit its invoice')
  })

  test('counts even after the invoice was cancelled', async () => {
    const standIn = asaas()
    const place = billingPlace({ environment: asaasSettings(standIn) })
    await subscribe(place.admin)
    const body = standIn.pay(standIn.payments[0]?.id ?? '')
    expect((await confirm(place.operator, place.invoices()[0]?.id ?? 0, 'cancelled')).status).toBe(200)
    place.w.clock.forward(MINUTE)
    await webhook(place, body)
    expect(place.invoices()).toMatchObject([{ status: 'paid', paidBy: 'asaas' }])
  })

  test('is found by the job if no webhook arrives, also after the provider was down', async () => {
    const standIn = asaas()
    const place = billingPlace({ environment: asaasSettings(standIn) })
    await subscribe(place.admin)
    standIn.pay(standIn.payments[0]?.id ?? '')
    standIn.setDown(true)
    place.w.clock.forward(MINUTE)
    await place.pending()
    expect(place.invoices()).toMatchObject([{ status: 'open' }])
    standIn.setDown(false)
    place.w.clock.forward(MINUTE)
    await place.pending()
    expect(place.invoices()).toMatchObject([{ status: 'paid' }])
  })

  test('of an earlier price does not pay for a larger plan chosen meanwhile', async () => {
    const standIn = asaas()
    const place = billingPlace({ amount: 9900, environment: asaasSettings(standIn) })
    await subscribe(place.admin)
    const [small] = standIn.payments
    await subscribe(place.admin, { plan: JSON.stringify({ custom: true }), users: 23, connections: 8 })
    await until(() => small?.deleted === true)
    expect(standIn.payments.map(({ value }) => value)).toEqual([99, 369])
    // A bank may still complete a payment begun before.
    Object.assign(small ?? {}, { deleted: false })
    place.w.clock.forward(MINUTE)
    await webhook(place, standIn.pay(small?.id ?? ''))
    expect(place.invoices()).toMatchObject([{ status: 'open', amount: 36_900 }])
  })
})

describe('a webhook', () => {
  test('pays nothing if forged, and only known charges are read at the provider', async () => {
    const standIn = asaas()
    const place = billingPlace({ environment: asaasSettings(standIn) })
    await subscribe(place.admin)
    const asked = standIn.asked.length
    for (const body of [
      {},
      { payment: { id: 'pay_other' } },
      { payment: { id: 7 } },
      { pix: [{ txid: 'x'.repeat(90) }] },
    ])
      expect((await webhook(place, body)).status).toBe(200)
    expect(standIn.asked.length).toBe(asked)
    place.w.clock.forward(MINUTE)
    const id = standIn.payments[0]?.id
    await webhook(place, { event: 'PAYMENT_RECEIVED', payment: { id, status: 'RECEIVED', value: 249 } })
    expect(standIn.asked.length).toBe(asked + 1)
    expect(place.invoices()).toMatchObject([{ status: 'open' }])
  })

  test('is rate-limited by network, and repeats cause one request to the provider', async () => {
    const standIn = asaas()
    const place = billingPlace({ environment: asaasSettings(standIn) })
    await subscribe(place.admin)
    place.w.clock.forward(MINUTE)
    const asked = standIn.asked.length
    const body = { payment: { id: standIn.payments[0]?.id } }
    const answers = await Promise.all(Array.from({ length: 130 }, () => webhook(place, body)))
    expect(standIn.asked.length).toBe(asked + 1)
    expect(answers.filter(({ status }) => status === 429).length).toBe(10)
  })

  test('is ignored without the operator’s token', async () => {
    const standIn = asaas()
    const place = billingPlace({ environment: { ...asaasSettings(standIn), asaasWebhookToken: 'segredo' } })
    await subscribe(place.admin)
    const asked = standIn.asked.length
    place.w.clock.forward(MINUTE)
    await webhook(place, standIn.pay(standIn.payments[0]?.id ?? ''))
    expect(standIn.asked.length).toBe(asked)
  })
})

describe('the receipt', () => {
  const receipt = async (who: Place['admin'], id = 1) => who.request(`/api/invoices/${id}/receipt`)

  test('names the payment as the Pix system does', async () => {
    const standIn = asaas()
    const place = billingPlace({ environment: asaasSettings(standIn) })
    await subscribe(place.admin)
    expect((await receipt(place.admin)).status).toBe(404)
    place.w.clock.forward(MINUTE)
    await webhook(place, standIn.pay(standIn.payments[0]?.id ?? ''))
    const shown = await (await receipt(place.admin)).json()
    expect(shown).toMatchObject({
      invoice: { id: 1, value: 249, status: 'paid', paidBy: 'asaas' },
      payer: { name: 'Casa Aurora Móveis Ltda.', document: '31402118000170' },
      operator: { name: 'Loja Centro' },
      reference: place.charges()[0]?.reference,
      endToEndId: expect.stringMatching(/^E\w{31}$/),
    })
    expect(await (await receipt(place.operator)).json()).toEqual(shown)
    expect((await receipt(place.ana)).status).toBe(403)
    expect((await receipt(place.w.company('Outra').admin())).status).toBe(404)
  })

  test('of a payment that the operator confirmed has no id of the Pix system', async () => {
    const { admin, operator, daily } = billingPlace({ days: 5 })
    await daily()
    await confirm(operator, 1)
    expect(await (await receipt(admin)).json()).toMatchObject({
      invoice: { paidBy: 'hand' },
      reference: null,
      endToEndId: null,
    })
  })

  test('of Efí has it as well', async () => {
    const standIn = efi()
    const place = billingPlace({ environment: efiSettings(standIn) })
    await subscribe(place.admin)
    place.w.clock.forward(MINUTE)
    standIn.pay([...standIn.cobs.keys()][0] ?? '')
    await place.pending()
    const [cob] = [...standIn.cobs.values()]
    expect(await (await receipt(place.admin)).json()).toMatchObject({
      invoice: { paidBy: 'efi' },
      endToEndId: cob?.pix[0]?.endToEndId,
    })
  })
})

test('a webhook of more than a form’s size is refused by its size, before it is read', async () => {
  const { url } = billingPlace({ environment: asaasSettings(asaas()) }).w.listen()
  const sized = async (bytes: number) => {
    const answer = await fetch(`${url}/api/subscription/webhook/asaas`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ filler: 'x'.repeat(bytes - JSON.stringify({ filler: '' }).length) }),
    })
    return [answer.status, await answer.json()]
  }
  expect(await sized(16 * 1024)).toEqual([200, { received: true }])
  expect(await sized(16 * 1024 + 1)).toMatchObject([
    413,
    { error: 'ERR_PAYLOAD_TOO_LARGE', details: { bytes: 16 * 1024 } },
  ])
})
