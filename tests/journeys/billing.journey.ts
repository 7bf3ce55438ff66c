/** A company whose subscription has expired pays by Pix and continues, in the browsers of all its users. */
import { expect, test } from 'bun:test'
import { RAFAEL } from './support/demo'
import { stage } from './support/stage'

const { demo, enter } = await stage()
/** Users of the sample company that is two days overdue. */
const JORGE = 'jorge@guanabara.example'
const NINA = 'nina@guanabara.example'
await demo.command('user', 'create', '--company', '3', NINA, '--name', 'Nina Prado', '--profile', 'user')

/** Notes whether these words were ever on the page, which a test that looks afterwards cannot tell. */
function watchFor(words: string) {
  new MutationObserver(() => {
    if (document.body.textContent.includes(words)) Object.assign(window, { seen: words })
  }).observe(document.body, { childList: true, subtree: true, characterData: true })
}

test('an overdue company is limited to billing, pays its invoice by Pix and reads that it is paid, and all users continue', async () => {
  // An attendant cannot pay, and sees the reason.
  const nina = await enter(NINA)
  await nina.getByRole('heading', { name: 'A assinatura da empresa venceu' }).waitFor()
  await nina.getByText('As mensagens continuam chegando.').waitFor()

  // The admin sees the debt on every page.
  const jorge = await enter(JORGE, { at: '/contacts' })
  await jorge.waitForURL('**/financeiro-aberto')
  await jorge.getByText(/Sua assinatura venceu \d\d\/\d\d\/\d{4}\./).waitFor()
  await jorge.getByText('1 fatura vencida').waitFor()
  expect(await jorge.getByRole('link', { name: 'Contatos', exact: true }).count()).toBe(0)
  await jorge.getByRole('link', { name: 'Pagar com Pix' }).click()

  // The code of the invoice, at once: the plan is fixed and the payer is known.
  await jorge.getByRole('img', { name: 'QR code do Pix de R$ 249,00' }).waitFor()
  await jorge.getByText(/^00020101021226asaas.*\/249\.00/).waitFor()
  expect(await jorge.getByRole('list', { name: 'Passos' }).count()).toBe(0)
  await jorge.reload()
  await jorge.getByText(/^00020101021226asaas.*\/249\.00/).waitFor()
  await jorge.evaluate(watchFor, 'Gerar o Pix')

  // His bank pays, which the simulator plays in another browser; the provider calls the server.
  const rafael = await enter(RAFAEL.email, { at: '/simulator' })
  await rafael.getByRole('tab', { name: /^Pix/ }).click()
  await rafael.getByRole('button', { name: 'Pagar R$ 249,00 de Auto Peças Guanabara Ltda.' }).click()
  await rafael.getByText('Nenhuma cobrança em aberto.').waitFor()

  // Both continue: the admin's page says so and stays, the attendant's leads to the desk.
  await jorge.getByText(/^Pago às \d\d:\d\d, tudo voltou$/).waitFor()
  await jorge.getByText(/^Sua licença foi renovada até \d\d\/\d\d\/\d{4}!$/).waitFor()
  await jorge.getByRole('link', { name: 'Contatos', exact: true }).waitFor()
  await nina.waitForURL('**/tickets')
  await nina.getByRole('tab', { name: /^Abertos/ }).waitFor()
  await jorge.getByText(/^Pago às \d\d:\d\d, tudo voltou$/).waitFor()
  expect(await jorge.evaluate(() => document.activeElement?.getAttribute('aria-label'))).toBe('Pagamento recebido')
  expect(await jorge.evaluate(() => 'seen' in window)).toBe(false)
  expect(await jorge.getByText('Login efetuado com sucesso!').count()).toBe(0)

  // The receipt names the payment as the Pix system does.
  await jorge.getByRole('link', { name: 'Ver recibo' }).click()
  const receipt = jorge.getByRole('article', { name: /^Pagamento da fatura/ })
  await receipt.getByText('R$ 249,00').waitFor()
  await receipt.getByText('Pix, pela Asaas').waitFor()
  await receipt.getByText(/^E\w{31}$/).waitFor()
})

test('the operator confirms a payment by hand', async () => {
  const rafael = await enter(RAFAEL.email, { at: '/faturas?search=zez' })
  const row = rafael.getByRole('row').filter({ hasText: 'Em aberto' })
  await row.getByRole('button', { name: 'Confirmar pagamento' }).click()
  await rafael.getByRole('button', { name: 'Confirmar', exact: true }).click()
  await rafael.getByRole('row').filter({ hasText: 'Em aberto' }).waitFor({ state: 'detached' })
  await rafael.getByRole('link', { name: 'Recibo' }).first().click()
  await rafael.getByRole('article', { name: /^Pagamento da fatura/ }).waitFor()
})
