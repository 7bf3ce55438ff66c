import { expect, test } from 'bun:test'
import type { Page } from 'playwright'
import { read, utils } from 'xlsx'
import { until } from '../survival/support/until'
import { dialogOf } from './support/browser'
import { RAFAEL } from './support/demo'
import { stage } from './support/stage'

const { demo, enter } = await stage()

const spreadsheet = [
  'Nome;Número;E-mail;Cidade',
  'Bruna Teixeira;(21) 99555-0001;bruna@exemplo.com;Niterói',
  'Caetano Prado;21 99555-0002;;Santos',
  'Bruna outra vez;21 9555-0001;;',
  'Sem telefone;;x@exemplo.com;',
  'Sem DDD;9555-0003;;',
].join('\n')

test('a list is created, filled from a spreadsheet with errors and by hand, and one entry is put on the blacklist', async () => {
  const page = await enter(RAFAEL.email)
  const watching = await page.context().newPage()
  await watching.goto(`${demo.url}/contact-lists`)
  await watching.getByRole('row', { name: /Clientes Loja Centro 2026/ }).waitFor()
  await page.bringToFront() // a window in the background renders one frame per second, and each click waits for two

  await page.getByRole('link', { name: 'Listas de contatos', exact: true }).click()
  const [example] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Planilha de exemplo' }).click(),
  ])
  expect(example.suggestedFilename()).toBe('Exemplo de lista de contatos.xlsx')
  await page.getByRole('button', { name: 'Nova lista' }).click()
  const making = page.getByRole('dialog', { name: 'Nova lista' })
  await making.getByLabel('Nome').fill('Feira de julho')
  await making.getByRole('button', { name: 'Criar lista' }).click()
  await page.getByRole('heading', { name: 'Feira de julho' }).waitFor()
  await page.getByText('Ninguém nesta lista ainda').waitFor()

  // Valid rows are imported, the others are reported.
  await page.getByRole('button', { name: 'Importar', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: 'Importar contatos para Feira de julho' })
  await dialog
    .locator('input[type=file]')
    .setInputFiles({ name: 'feira.csv', mimeType: 'text/csv', buffer: Buffer.from(spreadsheet) })
  await dialog.getByRole('button', { name: 'Importar 5 linhas' }).click()
  await dialog.getByText('2 criados · 3 não importados').waitFor()
  await dialog.getByText('Este número aparece mais de uma vez na planilha.').waitFor()
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: 'Baixar as linhas com problemas' }).click(),
  ])
  const book = read(await Bun.file(await file.path()).arrayBuffer())
  expect(utils.sheet_to_json<string[]>(book.Sheets[book.SheetNames[0] ?? ''] ?? {}, { header: 1 })).toEqual([
    ['Linha', 'Valor', 'Motivo'],
    ['4', '21 9555-0001', 'Este número aparece mais de uma vez na planilha.'],
    ['5', 'Sem telefone', 'Falta o número.'],
    ['6', '9555-0003', 'Falta o DDD: escreva, por exemplo, (11) 98801-0001.'],
  ])
  await dialog.getByRole('button', { name: 'Fechar', exact: true }).last().click()
  expect(await page.getByRole('region', { name: 'Em andamento' }).count()).toBe(0)
  const row = (name: string) => page.getByRole('row').filter({ hasText: name })
  await row('Bruna Teixeira').waitFor()
  await row('Caetano Prado').getByText('+55 (21) 99555-0002').waitFor()
  await watching
    .getByRole('row', { name: /Feira de julho/ })
    .getByText('2', { exact: true })
    .first()
    .waitFor()

  // One goes on the blacklist.
  await page.getByRole('switch', { name: 'Não enviar para Caetano Prado' }).click()
  await page.getByText('Caetano Prado não recebe mais campanhas desta lista.').waitFor()

  // Added by hand; a duplicate number is reported beside its field.
  await page.getByRole('button', { name: 'Adicionar', exact: true }).click()
  const form = page.getByRole('dialog', { name: 'Adicionar à lista' })
  await form.getByLabel('Nome').fill('Dalva Reis')
  await form.getByLabel('Número').fill('21 99555-0001')
  await form.getByRole('button', { name: 'Adicionar', exact: true }).click()
  await form.getByText('Este número já está na lista.').waitFor()
  await form.getByLabel('Número').fill('21 99555-0009')
  await form.getByRole('button', { name: 'Adicionar', exact: true }).click()
  await row('Dalva Reis').waitFor()

  await row('Dalva Reis').getByRole('button', { name: 'Editar Dalva Reis' }).click()
  const editing = page.getByRole('dialog', { name: 'Editar contato da lista' })
  await editing.getByLabel('E-mail').fill('dalva@exemplo.com')
  await editing.getByRole('button', { name: 'Salvar' }).click()
  await row('Dalva Reis').getByText('dalva@exemplo.com').waitFor()

  await page.getByRole('searchbox', { name: 'Buscar nome ou número' }).fill('995550002')
  await row('Dalva Reis').waitFor({ state: 'detached' })
  await row('Caetano Prado').waitFor()

  // By keyboard from the menu, and back to its button.
  await watching.bringToFront()
  const more = watching.getByRole('row', { name: /Feira de julho/ }).getByRole('button', { name: 'Mais ações' })
  await more.press('Enter')
  await watching.getByRole('menuitem', { name: 'Editar Feira de julho' }).press('Enter')
  await dialogOf(watching).getByLabel('Nome').press('Escape')
  await until(() => more.evaluate((button) => button === document.activeElement))

  // Another user who is viewing it sees that it is gone.
  const gone = watching.getByRole('row', { name: /Feira de julho/ })
  await gone.getByRole('button', { name: /Mais ações|Ações/ }).click()
  await watching.getByRole('menuitem', { name: 'Excluir Feira de julho' }).click()
  await watching.getByRole('alertdialog').getByRole('button', { name: 'Excluir', exact: true }).click()
  await page.getByText('Esta lista não existe mais.').waitFor()
})

test('without campaigns in the plan, the menu has no lists, and their address leads home after a second', async () => {
  await demo.command('plan', 'assign', '1', '1') // Essencial, the first of the sample's
  const page = await enter(RAFAEL.email)
  await page.getByRole('link', { name: 'Contatos', exact: true }).waitFor()
  expect(await page.getByRole('link', { name: 'Listas de contatos' }).count()).toBe(0)
  const leadsHome = async (page: Page, path: string) => {
    await page.goto(`${demo.url}${path}`)
    const words = 'Esta empresa não possui permissão para acessar essa página! Estamos lhe redirecionando.'
    await page.getByText(words).first().waitFor()
    await page.waitForURL(`${demo.url}/`)
  }
  const beside = await page.context().newPage()
  await Promise.all([leadsHome(page, '/contact-lists'), leadsHome(beside, '/contact-lists/1/contacts')])
})
