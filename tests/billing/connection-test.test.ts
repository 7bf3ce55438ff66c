import { describe, expect, test } from 'bun:test'
import { eq } from 'drizzle-orm'
import type { Trial } from '../../src/settings/operator/contract'
import { companies } from '../../src/tenancy/tables'
import { asaas, asaasSettings, efi, efiSettings, manualSettings } from '../support/pix'
import { world } from '../support/world'
import { billingPlace, payer } from './place'

const path = '/api/operator-settings'

test('a test charge returns the Pix code of the current settings, or names what is missing', async () => {
  const w = world()
  const root = w.admin({ super: true })
  const trial = async () => (await (await root.request(`${path}/trials/pix`, { method: 'POST' })).json()) as Trial
  expect(await trial()).toEqual({ ok: false, fault: 'pixNotConfigured', answer: null })
  await root.json(path, 'PUT', { pixKey: 'pix@loja.example', pixName: 'Loja', pixCity: 'Recife' })
  const made = await trial()
  expect(made).toMatchObject({ ok: true, fault: null })
  expect(made.code).toContain('pix@loja.example')
  expect(w.server.databases.writableControl().$client.prepare('SELECT count(*) FROM charges').pluck().get()).toBe(0)
})

const run = async (who: ReturnType<ReturnType<typeof world>['admin']>, name: string) =>
  (await (await who.request(`${path}/trials/${name}`, { method: 'POST' })).json()) as Trial

test('a test charge is made at Efí and withdrawn there', async () => {
  const standIn = efi()
  const root = world({ environment: efiSettings(standIn) }).admin({ super: true })
  expect(await run(root, 'pix')).toMatchObject({ ok: true, code: expect.stringContaining('efi/') })
  expect([...standIn.cobs.values()]).toMatchObject([
    { valor: { original: '5.00' }, status: 'REMOVIDA_PELO_USUARIO_RECEBEDOR' },
  ])
})

test('a test charge is made at Asaas and withdrawn there, and without a document the operator reads why not', async () => {
  const standIn = asaas()
  const { operator, control, w } = billingPlace({ environment: asaasSettings(standIn) })
  expect(await (await operator.request(`${path}/trials/pix`, { method: 'POST' })).json()).toMatchObject({
    error: 'ERR_DOCUMENT_REQUIRED',
  })
  control.update(companies).set({ document: '31402118000170' }).where(eq(companies.id, w.tenant.id)).run()
  expect(await run(operator, 'pix')).toMatchObject({ ok: true, code: expect.stringContaining('asaas/') })
  expect(standIn.payments).toMatchObject([{ value: 5, deleted: true }])
})

describe('the webhook', () => {
  test('is registered at Efí for the Pix key, without its certificate', async () => {
    const standIn = efi()
    const root = world({ environment: efiSettings(standIn), publicUrl: 'https://balcao.example' }).admin({
      super: true,
    })
    const { ok, answer } = await run(root, 'webhook')
    expect([ok, standIn.webhooks.get(standIn.key)]).toEqual([true, answer ?? ''])
    expect(answer).toEndWith('/api/subscription/webhook/efi')
  })

  test('is registered at Asaas once with a secret token, which its calls must bear; a payment then shows at once', async () => {
    const standIn = asaas()
    const place = billingPlace({ environment: {} })
    const { operator, w } = place
    await operator.json(path, 'PUT', { pixProvider: 'asaas', asaasKey: standIn.key, asaasSandbox: true })
    expect((await run(operator, 'webhook')).ok).toBe(true)
    const [webhook] = standIn.webhooks
    expect(webhook?.authToken).toMatch(/^[\w-]{32}$/)
    expect(w.rows("SELECT kind, act FROM audit_log WHERE kind = 'webhook'")).toEqual([
      { kind: 'webhook', act: 'create' },
    ])
    expect((await run(operator, 'webhook')).ok).toBe(true)
    expect(standIn.webhooks).toEqual(webhook ? [webhook] : [])
    await place.admin.json('/api/subscription', 'POST', payer)
    w.clock.forward(60_000)
    const body = JSON.stringify(standIn.pay(standIn.payments[0]?.id ?? ''))
    const call = (token: string) =>
      w.request('/api/subscription/webhook/asaas', {
        method: 'POST',
        headers: { 'content-type': 'application/json', 'asaas-access-token': token },
        body,
      })
    await call('forged')
    expect(place.invoices()).toMatchObject([{ status: 'open' }])
    await call(webhook?.authToken ?? '')
    expect(place.invoices()).toMatchObject([{ status: 'paid' }])
  })

  test('of a provider that refuses, or of the manual one, says why', async () => {
    const standIn = asaas()
    const refused = world({ environment: asaasSettings({ key: '$aact_hmlg_other' }) }).admin({ super: true })
    expect(await run(refused, 'webhook')).toMatchObject({
      ok: false,
      answer: expect.stringContaining('invalid_access_token'),
    })
    expect(standIn.webhooks).toEqual([])
    const manual = world({ environment: manualSettings }).admin({ super: true })
    expect(await run(manual, 'webhook')).toEqual({ ok: false, fault: 'noWebhook', answer: null })
  })
})
