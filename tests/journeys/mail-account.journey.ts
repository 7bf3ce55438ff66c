import { expect, test } from 'bun:test'
import { RAFAEL } from './support/demo'
import { stage } from './support/stage'

const { demo, enter } = await stage()

test('an admin signs in with Google, and e-mails leave from that account until it is signed out', async () => {
  const page = await enter(RAFAEL.email, { at: '/settings?tab=integrations' })
  await page.getByRole('button', { name: 'Entrar com Google' }).click()
  await page.getByRole('link', { name: 'Permitir' }).click()
  await page.getByText('Conta vendas@aurora-google.example conectada.').waitFor()
  await page.getByText('vendas@aurora-google.example (Google)').waitFor()
  expect(new URL(page.url()).search).toBe('?tab=integrations')
  await page.getByRole('button', { name: 'Testar' }).click()
  await page.getByText(/^Responde, \d+ ms/).waitFor()

  await page.goto(`${demo.url}/Email`)
  await page.getByText('de vendas@aurora-google.example').waitFor()
  const add = page.getByLabel('Acrescentar endereço')
  await add.fill('joao@correio.example')
  await add.press('Enter')
  await page.getByRole('textbox', { name: 'Assunto' }).fill('Da conta')
  await page.getByRole('textbox', { name: 'Mensagem' }).fill('Bom dia!')
  await page.getByRole('textbox', { name: 'Mensagem' }).press('Control+Enter')
  await page
    .getByRole('row', { name: /Da conta/ })
    .getByText('Enviado')
    .waitFor()
  await page.goto(`${demo.url}/simulator`)
  await page.getByRole('tab', { name: /^E-mails/ }).click()
  await page.getByRole('button', { name: /Da conta.*joao@correio\.example/ }).click()
  await page
    .getByText(/vendas@aurora-google\.example/)
    .first()
    .waitFor()

  await page.goto(`${demo.url}/settings?tab=integrations`)
  await page.getByRole('button', { name: 'Sair da conta' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Sair da conta' }).click()
  await page.getByRole('button', { name: 'Entrar com Microsoft' }).waitFor()
})

test('who refuses at the provider reads why nothing was connected, and returns to the settings', async () => {
  const page = await enter(RAFAEL.email, { at: '/settings?tab=integrations' })
  await page.getByRole('button', { name: 'Entrar com Microsoft' }).click()
  await page.getByRole('link', { name: 'Recusar' }).click()
  await page.getByText('A permissão não foi dada.').waitFor()
  await page.getByText('AADSTS65004').waitFor()
  expect(new URL(page.url()).search).toBe('')
  await page.getByRole('button', { name: 'Voltar às configurações' }).click()
  await page.getByRole('button', { name: 'Entrar com Microsoft' }).waitFor()
})
