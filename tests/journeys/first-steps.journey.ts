/** An empty installation: the first steps lead to the first answered message in few clicks. */
import { expect, test } from 'bun:test'
import type { Page } from 'playwright'
import { fillIn, isAtDesk, otherPage } from './support/browser'
import { FIRST_ADMIN } from './support/demo'
import { desk } from './support/desk'
import { stage } from './support/stage'

const { demo, open } = await stage({ isNew: true })
const MOST_CLICKS = 12
const CUSTOMER = 'Mariana Duarte'

/** Counts every mouse press in the page, across navigations. */
async function countClicks(page: Page): Promise<() => number> {
  let clicks = 0
  await page.exposeFunction('clicked', () => {
    clicks++
  })
  await page.addInitScript(() => {
    addEventListener('pointerdown', () => Reflect.get(globalThis, 'clicked')(), true)
  })
  return () => clicks
}

test('a new admin reaches the first answer in at most twelve clicks, and each step ticks itself', async () => {
  const page = await open()
  const clicks = await countClicks(page)
  await page.goto(`${demo.url}/login`)
  await fillIn(page, FIRST_ADMIN, demo.password)
  await isAtDesk(page)
  const steps = page.getByRole('region', { name: 'Primeiros passos' })
  const doneSteps = () => steps.locator('li[data-done]').count()
  await steps.getByText('0 de 5 feitos').waitFor()

  await steps.getByRole('link', { name: 'Criar fila' }).click()
  const queue = page.getByRole('dialog', { name: 'Nova fila' })
  await queue.getByLabel('Nome').fill('Vendas')
  await queue.getByRole('tab', { name: 'Bot' }).click()
  await queue.getByRole('button', { name: 'Modelos' }).click()
  await page.getByRole('menuitem', { name: 'Comercial' }).click()
  await queue.getByText('Que bom ter você aqui').first().waitFor()
  await queue.getByRole('button', { name: 'Criar fila' }).click()
  await steps.getByText('1 de 5 feitos').waitFor()

  await steps.getByRole('link', { name: 'Conectar' }).click()
  const connection = page.getByRole('dialog', { name: 'Nova conexão' })
  await connection.getByRole('button', { name: 'WhatsApp pelo celular' }).click()
  await connection.getByLabel('Nome').fill('Loja')
  // The only queue is preselected.
  await connection.getByRole('checkbox', { name: 'Vendas', checked: true }).waitFor()
  await connection.getByRole('button', { name: 'Criar e conectar' }).click()
  const code = page.getByRole('dialog', { name: 'Conectar Loja' })
  await code.getByRole('img', { name: 'QR code para conectar Loja' }).waitFor()

  const phones = await otherPage(page)
  await phones.goto(`${demo.url}/simulator`)
  await phones.getByRole('button', { name: 'Conectar aparelho' }).click()
  await phones.getByRole('button', { name: 'Ler QR code: Loja' }).click()
  await code.getByRole('heading', { name: 'Loja está conectada' }).waitFor()
  await code.getByRole('link', { name: 'Ir para os atendimentos' }).click()
  await steps.getByText('2 de 5 feitos').waitFor()

  const customer = phones.getByRole('article', { name: `Celular de ${CUSTOMER}` })
  const customerSays = async (text: string) => {
    await customer.getByRole('textbox', { name: 'Mensagem' }).fill(text)
    await customer.getByRole('button', { name: /^Enviar/ }).click()
  }
  const customerSees = (text: RegExp) => customer.locator('.msg').getByText(text).last().waitFor()
  // The template's bot answers, and gives the customer over to a person.
  await customerSays('Bom dia')
  await customerSees(/Produtos/)
  await customerSays('Falar com uma pessoa')
  await customerSees(/Já chamo alguém/)

  const at = desk(page)
  await at.waiting()
  await at.accept(CUSTOMER)
  await at.say('Bom dia, Mariana!')
  await customerSees(/Bom dia, Mariana/)
  expect(clicks()).toBeLessThanOrEqual(MOST_CLICKS)

  // Back at the list the step is ticked; the rest can be dismissed, and stays away.
  await page.keyboard.press('Escape')
  await page.getByRole('link', { name: 'Atendimentos', exact: true }).click()
  await steps.getByText('3 de 5 feitos').waitFor()
  expect(await doneSteps()).toBe(3)
  await steps.getByRole('button', { name: 'Dispensar' }).click()
  await steps.waitFor({ state: 'detached' })
  await page.reload()
  await page.getByText('Escolha um atendimento').waitFor()
})
