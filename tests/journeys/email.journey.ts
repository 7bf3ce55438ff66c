import { expect, test } from 'bun:test'
import type { EmailPage } from '../../src/features/email/contract'
import { CAMILA, RAFAEL } from './support/demo'
import { stage } from './support/stage'

const { demo, enter } = await stage()

test('an e-mail is scheduled, sent at its time, and arrives in the local mailbox', async () => {
  const page = await enter(CAMILA.email, { at: '/EmailScheduler' })
  const add = page.getByLabel('Acrescentar endereço')
  await add.fill('joao@correio.example, marcia@hotmial')
  await add.press('Enter')
  await page.getByText('“marcia@hotmial” não é um endereço.').waitFor()
  await page.getByRole('button', { name: 'marcia@hotmail.com' }).click()
  await page.getByRole('button', { name: 'Agendar', exact: true }).click()
  for (const missing of [
    'O assunto é obrigatório.',
    'A mensagem é obrigatória.',
    'Escolha um dia e uma hora no futuro.',
  ])
    await page.getByText(missing).waitFor()
  await page.getByRole('textbox', { name: 'Assunto' }).fill('Boleto de novembro')
  await page.getByRole('textbox', { name: 'Mensagem' }).fill('Bom dia!\n\nSegue o boleto.')
  await page.getByLabel('Dia').fill('amanhã 8')
  await page.getByLabel('Dia').press('Enter')
  await page.getByRole('button', { name: 'Agendar', exact: true }).click()
  const row = page.getByRole('row', { name: /Boleto de novembro/ })
  await row.getByText('Agendado').waitFor()
  expect(new URL(page.url()).pathname).toBe('/EmailsAgendado')

  // Due now: the test sets its time to the next second.
  const camila = await demo.signIn(CAMILA.email)
  const { emails } = await camila.demand<EmailPage>('GET', '/listar-emails-agendados')
  const sendAt = new Date(Date.now() + 1500).toISOString()
  await camila.demand('PUT', `/emails/${emails[0]?.id}`, { sendAt })

  const rafael = await enter(RAFAEL.email, { at: '/EmailLis' })
  const sent = rafael.getByRole('row', { name: /Boleto de novembro/ })
  await sent.getByText('2 de 2 enviados').waitFor()
  await sent.getByText(CAMILA.name).waitFor()
  await rafael.goto(`${demo.url}/simulator`)
  await rafael.getByRole('tab', { name: /^E-mails/ }).click()
  for (const address of ['joao@correio.example', 'marcia@hotmail.com'])
    await rafael.getByRole('button', { name: new RegExp(`Boleto de novembro.*${address}`) }).waitFor()
  await rafael.getByRole('button', { name: /joao@correio\.example/ }).click()
  await rafael.getByText('Segue o boleto.').waitFor()
})

test('a refused address is corrected, and only its copy is resent', async () => {
  const camila = await demo.signIn(CAMILA.email)
  await camila.demand('POST', '/contacts', { name: 'Bruno Sá', number: '5521988887777', email: 'bruno@loja.com' })
  const page = await enter(RAFAEL.email, { at: '/Email' })
  const add = page.getByLabel('Acrescentar endereço')
  // An offered address that is being typed may go on.
  await add.pressSequentially('bruno')
  await page.locator('option[value="bruno@loja.com"]').waitFor({ state: 'attached' })
  await add.pressSequentially('@loja.com.br')
  await add.press('Enter')
  await page.getByRole('button', { name: 'Tirar bruno@loja.com.br' }).click()
  await add.fill('ana@correio.example naoexiste@correio.example')
  await add.press('Enter')
  await page.getByRole('textbox', { name: 'Assunto' }).fill('Visita')
  const message = page.getByRole('textbox', { name: 'Mensagem' })
  await message.fill('Até amanhã!')
  await page.reload()
  await page.getByText('naoexiste@correio.example').waitFor() // the unsent draft stays
  await page.getByRole('textbox', { name: 'Mensagem' }).press('Control+Enter')

  const row = page.getByRole('row', { name: /Visita/ })
  await row.getByText('1 de 2 enviados').waitFor()
  await row.getByRole('button', { name: /^Visita/ }).click()
  const pane = page.getByRole('complementary', { name: 'Visita' })
  await pane.getByText('550 5.1.1').waitFor()
  await pane.getByRole('button', { name: 'Corrigir' }).click()
  await pane.getByLabel('Endereço certo de naoexiste@correio.example').fill('bia@correio.example')
  await pane.getByRole('button', { name: 'Enviar', exact: true }).click()
  await row.getByText('2 de 2 enviados').waitFor()

  const rafael = await demo.signIn(RAFAEL.email)
  const { mails } = await rafael.demand<{ mails: { to: string[]; subject: string }[] }>('GET', '/simulator/mails')
  const got = mails.filter(({ subject }) => subject === 'Visita').map(({ to }) => to[0])
  expect(got.toSorted()).toEqual(['ana@correio.example', 'bia@correio.example'])
})
