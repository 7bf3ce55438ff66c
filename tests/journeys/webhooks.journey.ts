/** A webhook is created, fails, and is redelivered; the receiver is the simulator's. */
import { expect, test } from 'bun:test'
import { RAFAEL } from './support/demo'
import { stage } from './support/stage'

const { enter, demo } = await stage()

test('a webhook fails, and its delivery is sent again by hand', async () => {
  const lab = await enter(RAFAEL.email, { at: '/simulator' })
  await lab.getByRole('tab', { name: /^Webhooks/ }).click()
  const panel = lab.getByRole('tabpanel').filter({ hasText: 'Receptor de webhooks' })
  await panel.getByRole('button', { name: '500', exact: true }).click()

  const page = await lab.context().newPage() // a second sign-in would end the first
  await page.goto(`${demo.url}/integrations?tab=webhooks`)
  // The sample webhook is on and leads to the receiver; it gets the events of the demo.
  await page.getByRole('button', { name: /^http:\/\/127\.0\.0\.1:\d+\/webhook$/ }).waitFor()
  const address = await panel.getByText(/^http:.*\/webhook$/).textContent()

  await page.getByRole('button', { name: 'Novo webhook' }).click()
  const form = page.getByRole('dialog', { name: 'Novo webhook' })
  await form.getByLabel('Endereço').fill('https://10.0.0.1/')
  await form.getByRole('button', { name: 'Criar e ver o segredo' }).click()
  await form.getByText('O endereço precisa ser https').or(form.getByText('inválido')).first().waitFor()
  await form.getByLabel('Endereço').fill(address ?? '')
  await form.getByRole('button', { name: 'Criar e ver o segredo' }).click()

  // The secret is shown once; the dialog closes when it is stored.
  const shown = page.getByRole('dialog', { name: 'Segredo da assinatura' })
  const secret = await shown.getByRole('textbox', { name: 'Segredo da assinatura' }).inputValue()
  expect(secret).toStartWith('whsec_')
  await shown.getByRole('checkbox').check()
  await shown.getByRole('button', { name: 'Concluir' }).click()
  await shown.waitFor({ state: 'hidden' })
  await panel.getByLabel('Segredo da assinatura').fill(secret)
  await panel.getByRole('button', { name: 'Usar' }).click()
  await panel.getByPlaceholder('Segredo guardado').waitFor()

  await page.getByRole('button', { name: 'Enviar teste' }).click()
  const row = page.getByRole('row').filter({ has: page.getByText('webhook.test', { exact: true }) })
  await row.getByText('500; de novo').waitFor()

  await panel.getByRole('button', { name: '200', exact: true }).click()
  await row.hover()
  await row.getByRole('button', { name: 'Reenviar' }).click()
  await row.getByText('200', { exact: true }).waitFor()

  const delivery = panel.getByRole('listitem').filter({ hasText: 'webhook.test' }).first()
  await delivery.getByText('assinatura confere').waitFor()
  await delivery.getByText('repetida').waitFor()
  // Every attempt was signed, and all had one id.
  const attempts = panel.getByRole('listitem').filter({ hasText: 'webhook.test' })
  const count = await attempts.count()
  expect(count).toBeGreaterThanOrEqual(2)
  expect(await attempts.filter({ hasText: 'assinatura confere' }).count()).toBe(count)
  expect(await attempts.filter({ hasText: 'repetida' }).count()).toBe(count - 1)
})
