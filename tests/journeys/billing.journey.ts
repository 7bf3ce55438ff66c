/** A company whose subscription has expired pays by Pix and continues, in the browsers of all its users. */
import { expect, test } from 'bun:test'
import { RAFAEL } from './support/demo'
import { stage } from './support/stage'

const { demo, enter } = await stage()
/** Users of the sample company that is two days overdue. */
const JORGE = 'jorge@guanabara.example'
const NINA = 'nina@guanabara.example'
await demo.command('user', 'create', '--company', '3', NINA, '--name', 'Nina Prado', '--profile', 'user')

test('an overdue company is limited to billing, pays by Pix, and all users continue without a reload', async () => {
  // An attendant cannot pay, and sees the reason.
  const nina = await enter(NINA)
  await nina.getByRole('heading', { name: 'A assinatura da empresa venceu' }).waitFor()
  await nina.getByText('As mensagens continuam chegando.').waitFor()

  // The admin sees the debt on every page.
  const jorge = await enter(JORGE, { at: '/contacts' })
  await jorge.waitForURL('**/financeiro-aberto')
  await jorge.getByText(/Opss! Sua assinatura venceu \d\d\/\d\d\/\d{4}\./).waitFor()
  await jorge.getByText('1 fatura vencida').waitFor()
  expect(await jorge.getByRole('link', { name: 'Contatos', exact: true }).count()).toBe(0)
  await jorge.getByRole('link', { name: 'Pagar com Pix' }).click()

  await jorge.getByRole('button', { name: 'Continuar' }).click()
  await jorge.getByLabel('Endereço').fill('Rua das Flores, 10')
  await jorge.getByLabel('CEP').fill('20040-002')
  await jorge.getByRole('button', { name: 'Continuar' }).click()
  await jorge.getByText('Sob medida').click()
  // 10 users and 3 connections are the current plan's.
  await jorge.getByText('R$ 126,00', { exact: true }).waitFor()
  for (let n = 0; n < 5; n++) await jorge.getByRole('button', { name: 'Menos: Usuários' }).click()
  await jorge.getByRole('button', { name: 'Mais: Conexões' }).click()
  await jorge.getByText('R$ 91,00', { exact: true }).waitFor()
  await jorge.getByRole('button', { name: 'Revisar' }).click()
  await jorge.getByRole('button', { name: 'Gerar o Pix' }).click()
  await jorge.getByRole('img', { name: 'QR code do Pix de R$ 91,00' }).waitFor()
  await jorge.getByText(/^00020101021226asaas.*\/91\.00/).waitFor()

  // His bank pays, which the simulator plays in another browser; the provider calls the server.
  const rafael = await enter(RAFAEL.email, { at: '/simulator' })
  await rafael.getByRole('tab', { name: /^Pix/ }).click()
  await rafael.getByRole('button', { name: 'Pagar R$ 91,00 de Auto Peças Guanabara Ltda.' }).click()
  await rafael.getByText('Nenhuma cobrança em aberto.').waitFor()

  // Both continue: the admin's page navigates home after a moment, the attendant's to the desk.
  await jorge.getByText(/^Sua licença foi renovada até \d\d\/\d\d\/\d{4}!$/).waitFor()
  await jorge.waitForURL((url) => url.pathname === '/')
  await jorge.getByRole('link', { name: 'Contatos', exact: true }).waitFor()
  await nina.waitForURL('**/tickets')
  await nina.getByRole('tab', { name: /^Abertos/ }).waitFor()

  await jorge.getByRole('link', { name: 'Financeiro', exact: true }).click()
  await jorge.getByRole('heading', { name: 'Sob medida' }).waitFor()
  await jorge.getByText('1 de 5').or(jorge.getByText('2 de 5')).waitFor()

  // The receipt names the payment as the Pix system does.
  await jorge.getByRole('row').filter({ hasText: 'Sob medida' }).getByRole('link', { name: 'PAGO' }).click()
  const receipt = jorge.getByRole('article', { name: /^Pagamento da fatura/ })
  await receipt.getByText('R$ 91,00').waitFor()
  await receipt.getByText('Pix, pela Asaas').waitFor()
  await receipt.getByText(/^E\w{31}$/).waitFor()
})

test('the operator confirms a payment by hand', async () => {
  const rafael = await enter(RAFAEL.email, { at: '/faturas?search=zez' })
  const row = rafael.getByRole('row').filter({ hasText: 'Em Aberto' })
  await row.getByRole('button', { name: 'Confirmar pagamento' }).click()
  await rafael.getByRole('button', { name: 'Confirmar', exact: true }).click()
  await rafael.getByRole('row').filter({ hasText: 'Em Aberto' }).waitFor({ state: 'detached' })
  await rafael.getByRole('link', { name: 'Recibo' }).first().click()
  await rafael.getByRole('article', { name: /^Pagamento da fatura/ }).waitFor()
})
