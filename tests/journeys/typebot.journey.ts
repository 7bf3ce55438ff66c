/** A bot of Typebot is chosen for a queue on the screen, and a customer talks to it on the simulated phone. */
import { expect, test } from 'bun:test'
import { customers } from '../../src/operator/sample/story'
import type { QueueDetail } from '../../src/queues/contract'
import { RAFAEL } from './support/demo'
import { stage } from './support/stage'

const { demo, enter } = await stage()
const [{ name: CUSTOMER }] = customers

test('a queue’s bot answers with text, picture and choices until people take over', async () => {
  const rafael = await demo.signIn(RAFAEL.email)
  await rafael.link()
  // The bot is silent in journeys: its menu of queues is empty.
  const queues = await rafael.demand<QueueDetail[]>('GET', '/queue')
  await rafael.demand('PUT', '/whatsapp/1', { queueIds: queues.map(({ id }) => id), enableQueueChatbot: true })
  const page = await enter(RAFAEL.email, { at: '/queues' })
  await page.getByRole('button', { name: 'Editar Vendas' }).click()
  const dialog = page.getByRole('dialog', { name: 'Editar a fila Vendas' })
  await dialog.getByRole('tab', { name: 'Bot' }).click()
  await dialog.getByLabel('Quem responde antes das pessoas').selectOption('Um fluxo do Typebot')
  await dialog.getByLabel('Espaço de trabalho').selectOption('Casa Aurora')
  await dialog.getByLabel('Fluxo', { exact: true }).selectOption('Vitrine de sofás')
  await dialog.getByRole('button', { name: 'Salvar' }).click()
  await page.getByText('Fila Vendas salva.').waitFor()
  // It is loaded again with its names.
  await page.getByRole('button', { name: 'Editar Vendas' }).click()
  await dialog.getByRole('tab', { name: 'Bot' }).click()
  await dialog
    .getByLabel('Fluxo', { exact: true })
    .and(page.locator(':has(option:checked:text("Vitrine de sofás"))'))
    .waitFor()
  await page.keyboard.press('Escape')

  await page.goto(`${demo.url}/simulator`)
  const customer = page.getByRole('article', { name: `Celular de ${CUSTOMER}` })
  const write = async (text: string) => {
    await customer.getByRole('textbox', { name: 'Mensagem' }).fill(text)
    await customer.getByRole('button', { name: /^Enviar/ }).click()
  }
  const sees = (text: string | RegExp) => customer.locator('.msg').getByText(text).last().waitFor()
  await write('Bom dia')
  await sees(/Com quem você quer falar/)
  await write('vendas')
  await sees(/O que você procura\?/)
  await sees(/# - Menu inicial/)
  await write('sofas')
  await customer.locator('.msg img').last().waitFor()
  await sees(/2 lugares: R\$ 2\.490/)
  await write('3 lugares')
  await sees(/Ótima escolha: .*3 lugares/)
  await write('22041-001')
  await sees(/número de 1 a 5/)
  await write('5')
  await sees(/Já chamei a equipe de vendas/)
  expect(await customer.locator('.msg').getByText('stopBot').count()).toBe(0)
})
