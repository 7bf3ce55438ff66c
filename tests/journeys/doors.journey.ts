/** The ways in without an account or without the password: sign-up and password reset. */
import { expect, test } from 'bun:test'
import { startMailbox } from '../../src/simulator/mail/mailbox'
import { RAFAEL } from './support/demo'
import { stage } from './support/stage'

const mailbox = await startMailbox()
const { open, demo } = await stage({
  environment: {
    BALCAO_SMTP_URL: mailbox.url,
    BALCAO_MAIL_FROM: 'Balcão <atende@balcao.example>',
    BALCAO_SIGN_UP: 'true',
  },
})

const codeSent = () => /\b\d{6}\b/.exec(mailbox.mails()[0]?.text ?? '')?.[0] ?? ''

test('a forgotten password is replaced with the code of the e-mail', async () => {
  const page = await open()
  await page.goto(`${demo.url}/login`)
  await page.getByRole('link', { name: 'Esqueceu a senha?' }).click()
  await page.getByRole('heading', { name: 'Esqueceu a senha?' }).waitFor()
  await page.getByLabel('E-mail').fill('ninguem@aurora.example')
  await page.getByRole('button', { name: 'Enviar o código' }).click()
  await page.getByText('Email não encontrado').waitFor()

  await page.getByLabel('E-mail').fill(RAFAEL.email)
  await page.getByRole('button', { name: 'Enviar o código' }).click()
  await page.getByRole('heading', { name: 'Veja o seu e-mail' }).waitFor()
  const code = codeSent()
  expect(mailbox.mails()[0]).toMatchObject({ to: [RAFAEL.email] })

  // A wrong code says how many tries are left; a pasted code fills all cells.
  const type = async (digits: string) => {
    await page.getByLabel('Dígito 1').click()
    await page.keyboard.type(digits)
  }
  await type(code === '000000' ? '111111' : '000000')
  await page.getByLabel('Nova senha').fill('Sofa2026')
  await page.getByLabel('Repita a senha').fill('Sofa202')
  await page.getByRole('button', { name: 'Salvar e entrar' }).click()
  await page.getByText('As senhas não correspondem').waitFor()
  await page.getByLabel('Repita a senha').fill('Sofa2026')
  await page.getByRole('button', { name: 'Salvar e entrar' }).click()
  await page.getByText('Código incorreto. Confira o e-mail mais recente.').waitFor()
  await page.getByText(/, 4 tentativas/).waitFor()

  for (let cell = 0; cell < 6; cell++) await page.keyboard.press('Backspace')
  await type(code)
  await page.getByRole('button', { name: 'Salvar e entrar' }).click()
  await page.getByText('Senha redefinida com sucesso.').waitFor()
  await page.getByRole('button', { name: /^Rafael Nogueira/ }).waitFor()
})

test('a visitor signs up, and starts on the desk of a new company', async () => {
  const page = await open()
  await page.goto(`${demo.url}/login`)
  await page.getByRole('link', { name: 'Cadastre sua empresa' }).click()
  await page.getByText('7 dias para experimentar, sem cartão.').waitFor()
  await page.getByLabel('Empresa', { exact: true }).fill('Ateliê Flor de Sal')
  await page.getByLabel('Seu nome').fill('Beatriz Lacerda')
  await page.getByLabel('Telefone').fill('(21) 98877-4120')
  await page.getByLabel('E-mail').fill(RAFAEL.email)
  await page.getByLabel('Senha', { exact: true }).fill('Flordesal26')
  await page.getByRole('button', { name: 'Criar e entrar' }).click()
  await page.getByText('Este e-mail já tem um balcão.').waitFor()

  await page.getByLabel('E-mail').fill('bia@flordesal.example')
  await page.getByRole('button', { name: 'Criar e entrar' }).click()
  await page.getByRole('button', { name: /^Beatriz Lacerda/ }).waitFor()
  expect(new URL(page.url()).pathname).toBe('/tickets')
})
