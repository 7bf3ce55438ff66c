import { beforeAll, expect, test } from 'bun:test'
import { until } from '../survival/support/until'
import { CAMILA, RAFAEL } from './support/demo'
import { desk } from './support/desk'
import { stage } from './support/stage'

const { demo, enter } = await stage()
/** Both wait in the queue Vendas, which Camila serves, or in none. */
const CUSTOMER = 'João Pedro Sant’Anna'
const OTHER = 'Mariana Duarte'
const OTHERS_PHONE = '5521996124087'

const boss = await demo.signIn(RAFAEL.email)

beforeAll(async () => {
  await boss.link()
  await boss.phones.say(OTHERS_PHONE, 'Podem me mandar o endereço?')
  await boss.ticketOf(OTHER)
  // More contacts than may be selected.
  await boss.crowd(10)
})

test('several messages are selected by keyboard and mouse, and forwarded in order', async () => {
  const page = await enter(CAMILA.email)
  const { waiting, accept, say, bubble, tick } = desk(page)
  await waiting()
  await accept(CUSTOMER)
  for (const text of ['Rua das Laranjeiras, 120.', 'Abrimos às 9h.', 'Até já!']) {
    await say(text)
    await tick(text, 'Entregue').or(tick(text, 'Lida')).first().waitFor()
  }

  await bubble('Rua das Laranjeiras').getByRole('button', { name: 'Ações da mensagem' }).press('Enter')
  await page.getByRole('menuitem', { name: 'Selecionar várias' }).press('Enter')
  const box = (text: string) => page.getByRole('checkbox', { name: `Selecionar: ${text}` })
  expect(await box('Rua das Laranjeiras, 120.').isChecked()).toBe(true)
  await box('Abrimos às 9h.').press('Space')
  // The whole row is clickable.
  await bubble('Até já!').click({ position: { x: 200, y: 10 } })
  await page.getByText('3 mensagens selecionadas').waitFor()
  await box('Até já!').uncheck()
  await page.getByText('2 mensagens selecionadas').waitFor()

  // Escape ends the selection and nothing else.
  await page.keyboard.press('Escape')
  await page.locator('#composer').waitFor()
  expect(page.url()).toContain('/tickets/')

  await bubble('Rua das Laranjeiras').getByRole('button', { name: 'Ações da mensagem' }).press('Enter')
  await page.getByRole('menuitem', { name: 'Selecionar várias' }).press('Enter')
  await box('Abrimos às 9h.').check()
  await page.getByRole('button', { name: 'Encaminhar' }).click()
  const dialog = page.getByRole('dialog', { name: 'Encaminhar 2 mensagens' })
  await dialog.getByRole('searchbox').fill('mariana')
  await dialog.getByRole('checkbox', { name: /Mariana Duarte/ }).check()
  await dialog.getByText('1 de 10 contatos').waitFor()
  await dialog.getByRole('button', { name: 'Encaminhar' }).click()
  await page.getByText('Encaminhado com sucesso', { exact: true }).waitFor()
  await page.locator('#composer').waitFor()

  const arrived = await until(async () => {
    const last = (await boss.phones.chat(OTHERS_PHONE)).slice(-2)
    return last.every(({ fromMe }) => !fromMe) && last.length === 2 && last
  })
  expect(arrived.map(({ text, forwarded }) => [text, forwarded])).toEqual([
    ['Rua das Laranjeiras, 120.', true],
    ['Abrimos às 9h.', true],
  ])
  expect((await boss.phones.chat(OTHERS_PHONE)).filter(({ text }) => text === 'Abrimos às 9h.')).toHaveLength(1)
})
