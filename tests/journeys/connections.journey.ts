import { expect, test } from 'bun:test'
import { until } from '../survival/support/until'
import { dialogOf } from './support/browser'
import { RAFAEL } from './support/demo'
import { stage } from './support/stage'

const { enter } = await stage()

test('an admin edits a number’s queues and texts, turns its bot on, and reads its health', async () => {
  const page = await enter(RAFAEL.email, { at: '/connections' })
  const dialog = dialogOf(page)
  const edit = page.getByRole('button', { name: 'Editar Loja Centro' })
  await edit.click()

  for (const queue of ['Vendas', 'Pós-venda']) await dialog.getByRole('checkbox', { name: queue }).check()
  await dialog.getByLabel('Encaminhar sem escolha').fill('10')
  await dialog.getByLabel('Fila de destino').selectOption('Vendas')
  await dialog.getByRole('tab', { name: 'Mensagens' }).click()
  await dialog.getByRole('textbox', { name: 'Mensagem de saudação' }).fill('')
  await dialog.getByRole('tab', { name: 'Dados' }).click()

  // Several queues need a greeting: the tab where it is missing opens.
  await dialog.getByRole('button', { name: 'Salvar' }).click()
  await dialog.getByRole('textbox', { name: 'Mensagem de saudação' }).fill('Oi, ')
  await dialog.getByRole('button', { name: 'primeiro nome' }).first().click()
  await dialog.getByRole('region', { name: 'No celular do contato' }).getByText('Oi, Maria').waitFor()
  const file = { name: 'catalogo.txt', mimeType: 'text/plain', buffer: Buffer.from('sofás') }
  await dialog.locator('input[type=file]').setInputFiles(file)
  await dialog.getByRole('button', { name: 'Salvar' }).click()
  await dialog.waitFor({ state: 'detached' })

  const bot = page.getByRole('switch', { name: 'Bot de Loja Centro' })
  await bot.click()
  await page.getByRole('switch', { name: 'Bot de Loja Centro', checked: false }).waitFor()
  await page.reload()
  expect(await bot.isChecked()).toBe(false)
  await edit.click()
  // Its token for the API, shown once.
  await dialog.getByRole('button', { name: /^Mais opções/ }).click()
  await dialog.getByRole('button', { name: 'Gerar token' }).click()
  await until(async () => (await dialog.getByLabel('Token da API').inputValue()).startsWith('bk1_'))
  await dialog.getByRole('tab', { name: 'Mensagens' }).click()
  await dialog.getByText('catalogo.txt', { exact: true }).waitFor()
  await page.keyboard.press('Escape')

  await page.getByRole('button', { name: 'Saúde de Loja Centro' }).click()
  await dialog.getByText(/\d+ em atendimento, \d+ aguardando/).waitFor()
})
