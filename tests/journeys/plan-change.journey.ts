/** A company changes its plan, and its bank pays too little. */
import { test } from 'bun:test'
import { RAFAEL } from './support/demo'
import { stage } from './support/stage'

const { enter } = await stage()
/** The admin of a sample company that is not overdue. */
const ADRIANA = 'adriana@donazeze.example'

test('the buyer sees what becomes of the time already paid, and the operator settles a payment that does not fit', async () => {
  const adriana = await enter(ADRIANA, { at: '/financeiro' })
  await adriana.getByRole('link', { name: 'Mudar de plano' }).click()
  await adriana.getByText('Sob medida').click()
  await adriana.getByRole('button', { name: 'Revisar' }).click()
  await adriana.getByText(/^De Profissional \(R\$\s249,00\) para Sob medida \(R\$\s\d+,00\) por mês$/).waitFor()
  await adriana.getByRole('radio', { name: /^Começar agora/ }).waitFor()
  await adriana.getByRole('radio', { name: /^Começar em \d\d\/\d\d\/\d{4}/ }).check()
  await adriana.getByRole('button', { name: 'Gerar o Pix' }).click()
  await adriana.getByRole('img', { name: /^QR code do Pix/ }).waitFor()

  const rafael = await enter(RAFAEL.email, { at: '/simulator' })
  await rafael.getByRole('tab', { name: /^Pix/ }).click()
  await rafael.getByRole('button', { name: /^Pagar só um décimo de .* de Restaurante Dona Zezé/ }).click()
  await rafael.getByRole('button', { name: /^Devolver/ }).waitFor()

  // The operator counts it towards the invoice, and the code on the buyer's screen is void.
  await rafael.goto(new URL('/faturas', rafael.url()).href)
  const odd = rafael.getByRole('region', { name: 'Pagamentos a conferir' })
  await odd.getByText(/recebidos em .*, menos do que a fatura/).waitFor()
  await odd.getByRole('button', { name: 'Contar para a próxima' }).click()
  await odd.waitFor({ state: 'detached' })
  await adriana.getByText('A fatura mudou: o código anterior não vale mais.').waitFor()
})
