/** Payments that do not fit their invoice, or go back after it was paid. */
import { describe, expect, test } from 'bun:test'
import { oddPayments } from '../../src/features/billing/tables'
import { DAY, HOUR, MINUTE } from '../../src/platform/time'
import { asaas, asaasSettings, efi, efiSettings } from '../support/pix'
import { billingPlace, type Place, payer } from './place'

const subscribe = (who: Place['admin'], body: object = {}) =>
  who.json('/api/subscription', 'POST', { ...payer, ...body })
const settle = async (who: Place['operator'], id: number, settled: string) =>
  (await who.json(`/api/invoices/payments/${id}`, 'PUT', { settled })).status
const shown = async ({ admin }: Place) =>
  (await (await admin.request('/api/invoices/all')).json()) as {
    invoices: { id: number; status: string; payments: object[]; credit: number; reversed: number }[]
  }
const odd = async ({ operator }: Place) =>
  (
    (await (await operator.request('/api/invoices/odd')).json()) as {
      invoices: { payments: object[]; shortenedTo: string | null }[]
    }
  ).invoices

function asaasPlace(options: Parameters<typeof billingPlace>[0] = {}) {
  const standIn = asaas()
  const place = billingPlace({ environment: asaasSettings(standIn), ...options })
  const hook = (body: unknown) =>
    place.w.request('/api/subscription/webhook/asaas', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
  const id = () => standIn.payments.at(-1)?.id ?? ''
  /** Charged and paid, with another value if one is given. */
  const pay = async (value?: number) => {
    await subscribe(place.admin)
    place.w.clock.forward(MINUTE)
    return hook(standIn.pay(id(), value))
  }
  return { ...place, standIn, hook, id, pay }
}

describe('a payment that does not fit', () => {
  test('of too little is shown to both, and counts towards the invoice', async () => {
    const place = asaasPlace()
    await place.pay(100)
    const payments = [{ id: 1, kind: 'short', value: 100, settled: null }]
    expect((await shown(place)).invoices).toMatchObject([{ status: 'open', payments }])
    expect(await odd(place)).toMatchObject([{ payments }])
    expect(place.admin.frames.length).toBeGreaterThan(0)
    expect(await settle(place.operator, 1, 'credited')).toBe(200)
    expect((await shown(place)).invoices).toMatchObject([{ status: 'open', credit: 100 }])
    const { valor } = await (await subscribe(place.admin)).json()
    expect(valor.original).toBe('149.00')
    place.w.clock.forward(MINUTE)
    await place.hook(place.standIn.pay(place.id()))
    expect((await shown(place)).invoices).toMatchObject([{ status: 'paid' }])
    expect(await odd(place)).toEqual([])
  })

  test('of too little is accepted as paid', async () => {
    const place = asaasPlace()
    const due = place.company().dueAt
    await place.pay(248)
    expect(await settle(place.operator, 1, 'accepted')).toBe(200)
    expect(place.invoices()).toMatchObject([{ status: 'paid', paidBy: 'asaas' }])
    expect(place.company().dueAt).toBeGreaterThan(due + 27 * DAY)
    expect(await settle(place.operator, 1, 'accepted')).toBe(409)
  })

  test('of too much renews once, and the rest counts towards the next invoice', async () => {
    const place = asaasPlace()
    await place.pay(300)
    expect(place.invoices()).toMatchObject([{ status: 'paid' }])
    expect(await settle(place.operator, 1, 'credited')).toBe(200)
    expect(place.company().credit).toBe(5100)
    place.w.clock.forward(28 * DAY)
    await place.daily()
    expect(place.invoices().at(-1)).toMatchObject({ status: 'open', credit: 5100 })
    expect(place.company().credit).toBe(0)
  })

  test('made twice pays the next invoice as a whole', async () => {
    const place = asaasPlace()
    await subscribe(place.admin)
    await place.operator.json('/api/invoices/1', 'PUT', { status: 'paid' })
    place.w.clock.forward(MINUTE)
    const due = place.company().dueAt
    const payment = place.standIn.setStatus(place.id(), 'RECEIVED')
    await place.hook(payment)
    await place.hook(payment)
    expect(place.control.select().from(oddPayments).all()).toMatchObject([{ kind: 'again', cents: 24_900 }])
    expect(await settle(place.operator, 1, 'credited')).toBe(200)
    place.w.clock.forward(28 * DAY)
    await place.daily()
    expect(place.invoices().at(-1)).toMatchObject({ status: 'paid', paidBy: 'credit' })
    expect(place.company().dueAt).toBeGreaterThan(due + 27 * DAY)
  })

  test('for the former price of an invoice is not lost', async () => {
    const place = asaasPlace()
    await subscribe(place.admin)
    const former = place.id()
    place.standIn.pay(former)
    await subscribe(place.admin, { plan: JSON.stringify({ custom: true }), users: 30, connections: 9 })
    place.w.clock.forward(MINUTE)
    await place.pending()
    expect(place.control.select().from(oddPayments).all()).toMatchObject([{ kind: 'short', cents: 24_900 }])
    expect(place.invoices()).toMatchObject([{ status: 'open' }])
  })

  test('for a cancelled invoice counts, and is reported', async () => {
    const place = asaasPlace()
    await subscribe(place.admin)
    const body = place.standIn.pay(place.id())
    await place.operator.json('/api/invoices/1', 'PUT', { status: 'cancelled' })
    place.w.clock.forward(MINUTE)
    await place.hook(body)
    expect(place.invoices()).toMatchObject([{ status: 'paid' }])
    expect(place.control.select().from(oddPayments).all()).toMatchObject([{ kind: 'late' }])
    expect(await settle(place.operator, 1, 'kept')).toBe(200)
  })

  test('is settled by the operator alone', async () => {
    const place = asaasPlace()
    await place.pay(1)
    expect(await settle(place.admin, 1, 'accepted')).toBe(403)
    expect((await place.admin.request('/api/invoices/odd')).status).toBe(403)
    expect(await settle(place.operator, 1, 'shortened')).toBe(409)
    expect(await settle(place.operator, 99, 'kept')).toBe(404)
  })
})

describe('a payment that goes back', () => {
  test('is shown at the invoice, and the operator decides about the due date', async () => {
    const place = asaasPlace()
    const before = place.company().dueAt
    await place.pay()
    const after = place.company().dueAt
    expect(place.standIn.payments[0]?.id).toMatch(/^pay_1_[\dA-Za-z]{16}$/)
    const body = place.standIn.refund(place.id())
    expect(body?.event).toBe('PAYMENT_REFUNDED')
    // Late, twice, and an older one afterwards.
    place.w.clock.forward(3 * DAY)
    for (const one of [body, body, { ...body, event: 'PAYMENT_RECEIVED' }]) {
      place.w.clock.forward(MINUTE)
      await place.hook(one)
    }
    expect((await shown(place)).invoices).toMatchObject([{ status: 'refunded', reversed: 249 }])
    expect(place.company().dueAt).toBe(after)
    const [found] = await odd(place)
    expect(found?.payments).toMatchObject([{ kind: 'refunded', value: 249, settled: null }])
    expect(found?.shortenedTo).toBe(new Date(before).toISOString())
    expect(await settle(place.operator, 1, 'shortened')).toBe(200)
    expect(place.company().dueAt).toBe(before)
    expect(await odd(place)).toEqual([])
  })

  test('in part takes its part of the time, or nothing', async () => {
    const place = asaasPlace()
    await place.pay()
    const after = place.company().dueAt
    place.w.clock.forward(MINUTE)
    expect(place.standIn.refund(place.id(), 124.5)?.event).toBe('PAYMENT_PARTIALLY_REFUNDED')
    await place.hook({ payment: { id: place.id() } })
    expect((await shown(place)).invoices).toMatchObject([{ status: 'partlyRefunded', reversed: 124.5 }])
    const [found] = await odd(place)
    const back = (after - Date.parse(found?.shortenedTo ?? '')) / DAY
    expect([15, 16]).toContain(Math.round(back))
    expect(await settle(place.operator, 1, 'kept')).toBe(200)
    expect(place.company().dueAt).toBe(after)
    // The rest goes back too.
    place.w.clock.forward(MINUTE)
    await place.hook(place.standIn.refund(place.id()))
    expect((await shown(place)).invoices).toMatchObject([{ status: 'refunded', reversed: 249 }])
    expect((await odd(place)).length).toBe(1)
  })

  test('in parts is taken back once for each part', async () => {
    const place = asaasPlace()
    await place.pay()
    const after = place.company().dueAt
    for (const id of [1, 2]) {
      place.w.clock.forward(MINUTE)
      await place.hook(place.standIn.refund(place.id(), 62.25))
      expect(await settle(place.operator, id, 'shortened')).toBe(200)
    }
    const back = (after - place.company().dueAt) / DAY
    expect(back).toBeGreaterThan(14)
    expect(back).toBeLessThan(17)
  })

  test.each([
    ['short', 100, 'accepted', 'refunded', 100],
    ['over', 300, 'credited', 'partlyRefunded', 51],
  ] as const)('after it was %s and the operator used it is reported', async (_, paid, settled, kind, value) => {
    const place = asaasPlace()
    await place.pay(paid)
    expect(await settle(place.operator, 1, settled)).toBe(200)
    place.w.clock.forward(MINUTE)
    await place.hook(place.standIn.refund(place.id(), value))
    const waiting = place.control.select().from(oddPayments).all()
    expect(waiting).toMatchObject([{ settled }, { kind, cents: value * 100, settled: null }])
    expect((await shown(place)).invoices).toMatchObject([{ reversed: value }])
  })

  test('when its time has passed takes nothing, and says so', async () => {
    const place = asaasPlace()
    await place.pay()
    place.set({ dueAt: place.w.clock.now() })
    place.w.clock.forward(MINUTE)
    await place.hook(place.standIn.setStatus(place.id(), 'CHARGEBACK_REQUESTED'))
    expect(await settle(place.operator, 1, 'shortened')).toBe(409)
    expect(await settle(place.operator, 1, 'kept')).toBe(200)
  })

  test('is found by the job without a webhook, for 90 days', async () => {
    const place = asaasPlace()
    await place.pay()
    place.standIn.refund(place.id())
    place.w.clock.forward(HOUR)
    const asked = place.standIn.asked.length
    await place.pending()
    expect(place.standIn.asked.length).toBe(asked)
    place.w.clock.forward(6 * HOUR)
    await place.pending()
    expect((await shown(place)).invoices).toMatchObject([{ status: 'refunded' }])
    const then = place.standIn.asked.length
    place.w.clock.forward(91 * DAY)
    await place.pending()
    expect(place.standIn.asked.slice(then).filter((one) => one.includes(place.id()))).toEqual([])
  })

  test('by a dispute that is lost or won later is one notice', async () => {
    const place = asaasPlace()
    await place.pay()
    place.w.clock.forward(MINUTE)
    await place.hook(place.standIn.setStatus(place.id(), 'CHARGEBACK_REQUESTED'))
    expect((await shown(place)).invoices).toMatchObject([{ status: 'disputed', reversed: 249 }])
    place.w.clock.forward(MINUTE)
    await place.hook(place.standIn.setStatus(place.id(), 'SOMETHING_NEW'))
    expect((await shown(place)).invoices).toMatchObject([{ status: 'disputed' }])
    place.w.clock.forward(MINUTE)
    await place.hook(place.standIn.setStatus(place.id(), 'RECEIVED'))
    expect((await shown(place)).invoices).toMatchObject([{ status: 'paid', reversed: 0 }])
    expect(await odd(place)).toEqual([])
  })

  test('of one of two charges leaves what went back of the other', async () => {
    const place = asaasPlace()
    await place.pay(100)
    const first = place.id()
    await settle(place.operator, 1, 'credited')
    await place.pay()
    expect((await shown(place)).invoices).toMatchObject([{ status: 'paid' }])
    const refund = async (id: string, value?: number) => {
      place.w.clock.forward(MINUTE)
      await place.hook(place.standIn.refund(id, value))
    }
    await refund(first)
    expect((await shown(place)).invoices).toMatchObject([{ status: 'partlyRefunded', reversed: 100 }])
    await refund(place.id(), 49)
    expect((await shown(place)).invoices).toMatchObject([{ status: 'partlyRefunded', reversed: 149 }])
    await refund(place.id())
    expect((await shown(place)).invoices).toMatchObject([{ status: 'refunded', reversed: 249 }])
  })

  test('before it was known does not renew', async () => {
    const place = asaasPlace()
    await subscribe(place.admin)
    const due = place.company().dueAt
    place.standIn.pay(place.id())
    place.w.clock.forward(MINUTE)
    await place.hook(place.standIn.refund(place.id()))
    expect([place.company().dueAt, place.invoices()[0]?.status]).toEqual([due, 'open'])
    expect(place.control.select().from(oddPayments).all()).toMatchObject([{ kind: 'refunded' }])
  })

  test('because it was made twice settles itself', async () => {
    const place = asaasPlace()
    await place.pay(300)
    place.w.clock.forward(MINUTE)
    await place.hook(place.standIn.refund(place.id(), 51))
    expect(place.control.select().from(oddPayments).all()).toMatchObject([{ kind: 'over', settled: 'returned' }])
    expect((await shown(place)).invoices).toMatchObject([{ status: 'paid', reversed: 0 }])
  })

  test('at Efí is read from the returns of the charge', async () => {
    const standIn = efi()
    const place = billingPlace({ environment: efiSettings(standIn) })
    await subscribe(place.admin)
    const [txid = ''] = [...standIn.cobs.keys()]
    const hook = (body: unknown) =>
      place.w.request('/api/subscription/webhook/efi/pix', {
        method: 'POST',
        headers: { 'content-type': 'application/json' },
        body: JSON.stringify(body),
      })
    place.w.clock.forward(MINUTE)
    await hook(standIn.pay(txid))
    expect(place.invoices()).toMatchObject([{ status: 'paid' }])
    place.w.clock.forward(MINUTE)
    await hook(standIn.refund(txid, '10.00', { status: 'NAO_REALIZADO' }))
    expect((await shown(place)).invoices).toMatchObject([{ status: 'paid' }])
    place.w.clock.forward(MINUTE)
    await hook(standIn.refund(txid, '49.00'))
    expect((await shown(place)).invoices).toMatchObject([{ status: 'partlyRefunded', reversed: 49 }])
    place.w.clock.forward(MINUTE)
    await hook(standIn.refund(txid, '200.00', { natureza: 'MED_FRAUDE' }))
    expect((await shown(place)).invoices).toMatchObject([{ status: 'disputed' }])
  })
})
