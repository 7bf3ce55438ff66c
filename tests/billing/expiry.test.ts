/** An overdue company can only read and pay its invoices; after the payment everything continues. */
import { describe, expect, test } from 'bun:test'
import { paymentDone } from '../../src/features/billing/contract'
import { DAY, HOUR } from '../../src/platform/time'
import { isPaused } from '../../src/tenancy/standby'
import { billingPlace, payer } from './place'

describe('an overdue company', () => {
  test('can use only its invoices, the offer and the checkout', async () => {
    const { admin, ana, daily } = billingPlace({ days: -2 })
    await daily()
    const status = async (who: typeof admin, path: string, init?: RequestInit) =>
      (await who.request(`/api${path}`, init)).status
    expect(await status(admin, '/invoices/all')).toBe(200)
    expect(await status(admin, '/subscription/offer')).toBe(200)
    expect(await status(admin, '/subscription/standing')).toBe(200)
    expect(await status(admin, '/auth/me')).toBe(200)
    expect(await status(admin, '/version')).toBe(200)
    expect((await admin.json('/api/subscription', 'POST', payer)).status).toBe(200)
    expect(await status(ana, '/subscription/standing')).toBe(200)
    expect(await status(ana, '/invoices/all')).toBe(403)
    for (const path of ['/tickets', '/contacts', '/users', '/settings', '/whatsapp', '/campaigns'])
      expect(await status(admin, path)).toBe(402)
  })

  test('is shown since when it is overdue, and how many conversations wait', async () => {
    const { w, b, ana } = billingPlace({ days: 1 })
    b.ticket()
    w.clock.forward(2 * DAY)
    const { operator, ...rest } = (await (await ana.request('/api/subscription/standing')).json()) as {
      operator: string
    }
    expect(operator).toBe('Loja Centro')
    expect(rest).toMatchObject({ isOverdue: true, waiting: 1, supportUrl: null })
  })

  test('receives messages, answers none automatically, and works at once after the payment', async () => {
    const { w, b, admin, ana, operator, daily } = billingPlace({ days: -1 })
    await daily()
    const { cx } = b
    expect(isPaused(w.server.cxOf(cx.tenant.uuid))).toBe(true)
    const maria = b.whatsapp.person('5511911110000')
    maria.says('Bom dia')
    expect(b.rows('SELECT body FROM messages')).toEqual([{ body: 'Bom dia' }])
    expect(ana.frames).toEqual([])
    expect(admin.frames.map(({ event }) => event).filter((event) => !event.endsWith('-payment'))).toEqual([])
    await operator.json('/api/invoices/1', 'PUT', { status: 'paid' })
    for (const who of [admin, ana]) {
      expect(who.heard(paymentDone).length).toBe(1)
      expect(who.closed).toEqual([])
      expect((await who.request('/api/tickets')).status).toBe(200)
    }
    expect(isPaused(w.server.cxOf(cx.tenant.uuid))).toBe(false)
    maria.says('Tem alguém aí?')
    expect(
      ana.frames.map(({ event }) => event).some((event) => event.endsWith('-appMessage') || event.endsWith('-ticket')),
    ).toBe(true)
  })

  test('is renewed from today when it pays late, and from its due date when it pays early', async () => {
    const late = billingPlace({ days: -9 })
    await late.daily()
    await late.operator.json('/api/invoices/1', 'PUT', { status: 'paid' })
    expect(new Date(late.company().dueAt).toISOString().slice(0, 10)).toBe('2026-04-02')
    const early = billingPlace({ days: 4 })
    await early.daily()
    early.w.clock.forward(HOUR)
    await early.operator.json('/api/invoices/1', 'PUT', { status: 'paid' })
    expect(new Date(early.company().dueAt).toISOString().slice(0, 10)).toBe('2026-04-06')
  })

  test('sees that nothing is to be paid if its plan has no price', async () => {
    const { admin } = billingPlace({ days: -1, amount: 0 })
    const answer = await admin.json('/api/subscription', 'POST', payer)
    expect([answer.status, await answer.json()]).toMatchObject([409, { error: 'ERR_NOTHING_TO_PAY' }])
  })
})
