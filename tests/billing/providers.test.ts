/** The payment providers against stand-ins that validate like the real ones. */
import { describe, expect, test } from 'bun:test'
import { HOUR, MINUTE } from '../../src/platform/time'
import { asaas, asaasSettings, efi, efiSettings } from '../support/pix'
import { foreignCertificate } from '../support/pix-certificates'
import { until } from '../support/until'
import { NOON } from '../support/world'
import { billingPlace, type Place, payer } from './place'

const subscribe = (who: Place['admin'], body: object = {}) =>
  who.json('/api/subscription', 'POST', { ...payer, ...body })
const webhook = ({ w }: Place, path: string, body: unknown) =>
  w.request(`/api/subscription/webhook/${path}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  })

describe('Efí', () => {
  test('issues a charge with its certificate, and its webhook pays the invoice', async () => {
    const standIn = efi()
    const place = billingPlace({ environment: efiSettings(standIn) })
    const answer = await subscribe(place.admin)
    const [cob] = [...standIn.cobs.values()]
    expect(await answer.json()).toMatchObject({
      qrcode: { qrcode: `00020101021226efi/${cob?.txid}/249.00` },
      valor: { original: '249.00' },
      provider: 'efi',
      expiresAt: new Date(NOON + 24 * HOUR).toISOString(),
    })
    place.w.clock.forward(MINUTE)
    expect((await webhook(place, 'efi/pix', standIn.pay(cob?.txid ?? ''))).status).toBe(200)
    expect(place.invoices()).toMatchObject([{ status: 'paid', paidBy: 'efi' }])
  })

  test('refuses a foreign certificate, and the error says that the provider did not respond', async () => {
    const standIn = efi()
    const place = billingPlace({ environment: efiSettings(standIn, foreignCertificate) })
    const answer = await subscribe(place.admin)
    expect([answer.status, await answer.json()]).toMatchObject([502, { error: 'ERR_PAYMENT_PROVIDER' }])
    expect(standIn.asked).toEqual([])
  })

  test('reuses its token, and signs in again after a revocation', async () => {
    const standIn = efi()
    const place = billingPlace({ environment: efiSettings(standIn) })
    await subscribe(place.admin)
    await place.admin.request('/api/subscription/1')
    expect(standIn.asked.filter((one) => one.includes('oauth')).length).toBe(1)
    standIn.revokeTokens()
    place.w.clock.forward(MINUTE)
    standIn.pay([...standIn.cobs.keys()][0] ?? '')
    expect(await (await place.admin.request('/api/subscription/1')).json()).toMatchObject({ status: 'paid' })
    expect(standIn.asked.filter((one) => one.includes('oauth')).length).toBe(2)
  })

  test('returns the same charge when a lost response is retried', async () => {
    const standIn = efi()
    const place = billingPlace({ environment: efiSettings(standIn) })
    await place.admin.request('/api/subscription/offer')
    standIn.answerWithoutCode()
    standIn.loseAnswers(2)
    expect((await subscribe(place.admin)).status).toBe(502)
    standIn.loseAnswers(0)
    const again = await subscribe(place.admin)
    expect(again.status).toBe(200)
    standIn.loseAnswers(1)
    expect((await subscribe(place.admin)).status).toBe(200) // the stored code
    expect(place.charges().length).toBe(1)
    expect(standIn.cobs.size).toBe(1)
  })

  test('cancels a withdrawn charge', async () => {
    const standIn = efi()
    const place = billingPlace({ environment: efiSettings(standIn) })
    await subscribe(place.admin)
    await place.operator.json('/api/invoices/1', 'PUT', { status: 'cancelled' })
    await until(() => [...standIn.cobs.values()][0]?.status === 'REMOVIDA_PELO_USUARIO_RECEBEDOR')
    expect(place.charges()).toMatchObject([{ status: 'cancelled' }])
  })

  test('issues a new code when the current one is about to expire', async () => {
    let now = () => NOON
    const standIn = efi({ now: () => now() })
    const place = billingPlace({ environment: efiSettings(standIn) })
    now = place.w.clock.now
    await subscribe(place.admin)
    await subscribe(place.admin)
    expect(standIn.cobs.size).toBe(1)
    place.w.clock.forward(24 * HOUR - 5 * MINUTE)
    await subscribe(place.admin)
    expect(standIn.cobs.size).toBe(2)
    place.w.clock.forward(2 * HOUR)
    await place.pending()
    expect(place.charges().map(({ status }) => status)).toEqual(['expired', 'pending'])
  })
})

describe('Asaas', () => {
  test('creates one customer per payer and one payment per charge', async () => {
    const standIn = asaas()
    const place = billingPlace({ environment: asaasSettings(standIn) })
    const answer = await subscribe(place.admin)
    expect(answer.status).toBe(200)
    expect(await answer.json()).toMatchObject({ valor: { original: '249.00' }, provider: 'asaas' })
    await place.operator.json('/api/invoices/1', 'PUT', { status: 'paid' })
    place.w.clock.forward(MINUTE)
    await subscribe(place.admin)
    expect(standIn.payments).toMatchObject([{ value: 249 }, { value: 249 }])
    expect(new Set(standIn.payments.map(({ customer }) => customer)).size).toBe(1)
  })

  test('makes one payment when responses get lost', async () => {
    const standIn = asaas()
    const place = billingPlace({ environment: asaasSettings(standIn) })
    for (const lost of [2, 3, 4, 1]) {
      standIn.loseAnswers(lost)
      await subscribe(place.admin)
      standIn.loseAnswers(0)
    }
    expect((await subscribe(place.admin)).status).toBe(200)
    expect(standIn.payments.length).toBe(1)
  })

  test('requires the payer’s CPF or CNPJ before anything is stored', async () => {
    const standIn = asaas()
    const place = billingPlace({ environment: asaasSettings(standIn) })
    const answer = await subscribe(place.admin, { document: '' })
    expect([answer.status, await answer.json()]).toMatchObject([422, { error: 'ERR_DOCUMENT_REQUIRED' }])
    expect(place.invoices()).toEqual([])
  })

  test('is reported as not responding with a wrong key', async () => {
    const standIn = asaas()
    const place = billingPlace({ environment: asaasSettings({ key: '$aact_hmlg_other' }) })
    expect((await subscribe(place.admin)).status).toBe(502)
    expect(standIn.payments).toEqual([])
  })
})
