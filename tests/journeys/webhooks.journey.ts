/** A webhook is created, fails, and is redelivered. */
import { expect, test } from 'bun:test'
import { startReceiver } from '../support/webhook-receiver'
import { RAFAEL } from './support/demo'
import { stage } from './support/stage'

const { demo, enter } = await stage({ environment: { BALCAO_OUTSIDE_ALLOW: '127.0.0.1:*' } })

test('a webhook fails, and its delivery is sent again by hand', async () => {
  const receiver = startReceiver(Date.now)
  receiver.answers(() => new Response('maintenance', { status: 503 }))
  const page = await enter(RAFAEL.email)
  await page.goto(`${demo.url}/integrations?tab=webhooks`)
  await page.getByRole('button', { name: 'erp.casaaurora.example/balcao', exact: true }).waitFor()

  await page.getByRole('button', { name: 'Novo webhook' }).click()
  const form = page.getByRole('dialog', { name: 'Novo webhook' })
  await form.getByLabel('Endereço').fill('https://10.0.0.1/')
  await form.getByRole('button', { name: 'Criar e ver o segredo' }).click()
  await form.getByText('O endereço precisa ser https').or(form.getByText('inválido')).first().waitFor()
  await form.getByLabel('Endereço').fill(receiver.url)
  await form.getByRole('button', { name: 'Criar e ver o segredo' }).click()

  // The secret is shown once; the dialog closes when it is stored.
  const secret = page.getByRole('dialog', { name: 'Segredo da assinatura' })
  receiver.checks.secret = await secret.getByRole('textbox', { name: 'Segredo da assinatura' }).inputValue()
  expect(receiver.checks.secret).toStartWith('whsec_')
  await secret.getByRole('checkbox').check()
  await secret.getByRole('button', { name: 'Concluir' }).click()
  await secret.waitFor({ state: 'hidden' })

  await page.getByRole('button', { name: 'Enviar teste' }).click()
  const row = page.getByRole('row').filter({ has: page.getByText('webhook.test', { exact: true }) })
  await row.getByText('503; de novo').waitFor()

  receiver.answers(() => new Response('ok'))
  await row.hover()
  await row.getByRole('button', { name: 'Reenviar' }).click()
  await row.getByText('200', { exact: true }).waitFor()
  expect(receiver.refused).toEqual([])
  expect(new Set(receiver.received.map(({ id }) => id)).size).toBe(1)
  expect(receiver.received.length).toBeGreaterThanOrEqual(2)
  await receiver.stop()
})
