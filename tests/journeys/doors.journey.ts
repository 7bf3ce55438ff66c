/** Access without an account or without the password: sign-up and password reset. */
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

const codeSent = () => /\b\d{8}\b/.exec(mailbox.mails()[0]?.text ?? '')?.[0] ?? ''

test('a forgotten password is replaced with the code from the e-mail', async () => {
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

  // A wrong code says how many tries are left. Typed over, also where a digit is the same, the right one replaces it.
  const field = page.getByLabel('Código de 8 dígitos')
  const cell = async (at: number) => {
    const box = await field.boundingBox()
    if (!box) throw new Error('the code is not in view')
    await field.click({ position: { x: ((at - 0.5) * box.width) / 8, y: box.height / 2 } })
  }
  const wrong = `${code.slice(0, 7)}${(Number(code.at(-1)) + 1) % 10}`
  await page.keyboard.type(wrong)
  expect(await field.inputValue()).toBe(wrong)
  await page.getByLabel('Nova senha').fill('Sofa2026')
  await page.getByLabel('Repita a senha').fill('Sofa202')
  await page.getByRole('button', { name: 'Salvar e entrar' }).click()
  await page.getByText('As senhas não correspondem').waitFor()
  await page.getByLabel('Repita a senha').fill('Sofa2026')
  await page.getByRole('button', { name: 'Salvar e entrar' }).click()
  await page.getByText('Código incorreto. Confira o e-mail mais recente.').waitFor()
  await page.getByText(/, 4 tentativas/).waitFor()

  await cell(1)
  await page.keyboard.type(code)
  expect(await field.inputValue()).toBe(code)
  // One digit is corrected; letters are ignored, and of more than eight digits the last are dropped.
  await cell(3)
  await page.keyboard.type('x')
  expect(await field.inputValue()).toBe(code)
  await page.keyboard.type('99')
  expect(await field.inputValue()).toBe(`${code.slice(0, 2)}99${code.slice(3, 7)}`)
  await page.keyboard.press('Control+a')
  await page.keyboard.insertText(`Código: ${code.slice(0, 3)} ${code.slice(3)}`)
  expect(await field.inputValue()).toBe(code)
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
  // Whether somebody has an account is said to its owner alone.
  await page.getByText(`O código foi para ${RAFAEL.email}.`).waitFor()
  expect(mailbox.mails()[0]).toMatchObject({ to: [RAFAEL.email], subject: 'Você já tem conta no Balcão' })

  await page.getByRole('button', { name: 'Trocar' }).click()
  await page.getByLabel('E-mail').fill('bia@flordesal.example')
  await page.getByRole('button', { name: 'Criar e entrar' }).click()
  await page.getByText('O código foi para bia@flordesal.example.').waitFor()
  const code = codeSent()
  await page.getByRole('button', { name: /^Enviar de novo em/ }).waitFor()
  await page.getByLabel('Código de 8 dígitos').fill(`${code.slice(0, 7)}${(Number(code.at(-1)) + 1) % 10}`)
  await page.getByRole('button', { name: 'Criar e entrar' }).click()
  await page.getByText('Código incorreto. Confira o e-mail mais recente.').waitFor()
  await page.getByLabel('Código de 8 dígitos').fill(code)
  await page.getByRole('button', { name: 'Criar e entrar' }).click()
  await page.getByRole('button', { name: /^Beatriz Lacerda/ }).waitFor()
  expect(new URL(page.url()).pathname).toBe('/tickets')
})
