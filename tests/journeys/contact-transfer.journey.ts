import { expect, test } from 'bun:test'
import { read, utils, write } from 'xlsx'
import { dialogOf } from './support/browser'
import { CAMILA, RAFAEL } from './support/demo'
import { stage } from './support/stage'

const { enter } = await stage()

const spreadsheet = [
  'Cliente;Telefone;E-mail;Cidade',
  'Bruna Teixeira;(21) 99555-0001;bruna@exemplo.com;Niterói',
  'Bruna Teixeira;21 99555-0002;;Santos',
  'Sem telefone;;x@exemplo.com;',
  'Curto;9955-0003;;',
].join('\n')

test('a spreadsheet’s valid rows are imported and the others reported; two duplicates are merged, and separated again', async () => {
  const page = await enter(RAFAEL.email)
  await page.getByRole('link', { name: 'Contatos', exact: true }).click()
  const menu = page.getByRole('button', { name: 'Importar / Exportar' })
  await menu.click()
  await page.getByRole('menuitem', { name: 'Importar planilha' }).click()
  const dialog = page.getByRole('dialog', { name: 'Importar planilha' })
  const choose = (name: string, text: string) =>
    dialog.locator('input[type=file]').setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text) })
  await choose('pagina.xlsx', '<html><table></table></html>')
  await dialog.getByText('Não foi possível ler a planilha', { exact: false }).waitFor()
  await choose('clientes.csv', spreadsheet)

  // Columns are recognised by their heads; a required one must be there.
  const start = dialog.getByRole('button', { name: 'Importar 4 linhas' })
  await start.waitFor()
  expect(await dialog.getByLabel('Telefone', { exact: true }).inputValue()).toBe('number')
  await dialog.getByLabel('Telefone', { exact: true }).selectOption({ label: 'Não importar' })
  await dialog.getByText('Escolha a coluna: Número.').waitFor()
  expect(await start.isDisabled()).toBe(true)
  await dialog.getByLabel('Telefone', { exact: true }).selectOption({ label: 'Número' })
  await start.click()
  await dialog.getByText('2 criados · 2 não importados').waitFor()
  await dialog.getByText('Falta o número.').waitFor()
  const [file] = await Promise.all([
    page.waitForEvent('download'),
    dialog.getByRole('button', { name: 'Baixar as linhas com problemas' }).click(),
  ])
  expect(file.suggestedFilename()).toBe('Linhas com problemas.xlsx')
  const book = read(await Bun.file(await file.path()).arrayBuffer())
  expect(utils.sheet_to_json(book.Sheets[book.SheetNames[0] ?? ''] ?? {}, { header: 1 })).toEqual([
    ['Linha', 'Valor', 'Motivo'],
    ['4', 'Sem telefone', 'Falta o número.'],
    ['5', '9955-0003', 'Falta o DDD: escreva, por exemplo, (11) 98801-0001.'],
  ])
  await dialog.getByRole('button', { name: 'Fechar', exact: true }).last().click()

  // A result shown in the dialog is not repeated by a card, and the list has the rows.
  await dialog.waitFor({ state: 'detached' })
  expect(await page.getByRole('region', { name: 'Em andamento' }).count()).toBe(0)
  await page.getByRole('searchbox', { name: 'Buscar nome ou número' }).fill('Bruna Teixeira')
  const rows = page.getByRole('row', { name: /Bruna Teixeira/ })
  await rows.nth(1).waitFor()

  // A suggested duplicate is merged, and the merge undone.
  const camila = await enter(CAMILA.email)
  await camila.getByRole('link', { name: 'Contatos', exact: true }).click()
  expect(await camila.getByRole('button', { name: 'Importar / Exportar' }).count()).toBe(0)
  await camila.getByRole('searchbox', { name: 'Buscar nome ou número' }).fill('Bruna Teixeira')
  await camila
    .getByRole('row', { name: /Bruna Teixeira/ })
    .nth(1)
    .waitFor()
  await page.getByRole('button', { name: 'Ver', exact: true }).click()
  const pair = dialogOf(page).getByRole('listitem').filter({ hasText: 'Bruna Teixeira' })
  await pair.getByRole('button', { name: 'Mesclar' }).click()
  const merging = page.getByRole('dialog', { name: 'São a mesma pessoa?' })
  await merging.getByText('+55 (21) 99555-0002').waitFor()
  await merging.getByRole('group', { name: 'Número' }).getByRole('button', { name: '2º' }).click()
  await merging.getByRole('button', { name: /^Juntar em / }).click()
  await page.getByText('Contatos mesclados com sucesso').waitFor()
  await camila
    .getByRole('row', { name: /Bruna Teixeira/ })
    .nth(1)
    .waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Desfazer' }).click()
  await page.getByText('Bruna Teixeira voltou a ser um contato separado.').waitFor()
  await camila
    .getByRole('row', { name: /Bruna Teixeira/ })
    .nth(1)
    .waitFor()
})

test('a workbook’s sheet is chosen, and repaired rows are shown', async () => {
  const page = await enter(RAFAEL.email)
  await page.getByRole('link', { name: 'Contatos', exact: true }).click()
  await page.getByRole('button', { name: 'Importar / Exportar' }).click()
  await page.getByRole('menuitem', { name: 'Importar planilha' }).click()
  const dialog = page.getByRole('dialog', { name: 'Importar planilha' })
  const choose = (name: string, buffer: Buffer) =>
    dialog.locator('input[type=file]').setInputFiles({ name, mimeType: '', buffer })
  const book = utils.book_new()
  const sheet = (...numbers: string[]) =>
    utils.aoa_to_sheet([['Nome', 'Telefone'], ...numbers.map((one) => ['Nina', one])])
  utils.book_append_sheet(book, sheet('21995550011'), 'Ativos')
  utils.book_append_sheet(book, sheet('21995550012', '21995550013'), 'Inativos')
  await choose('duas.ods', write(book, { type: 'buffer', bookType: 'ods' }) as Buffer)
  await dialog.getByRole('button', { name: 'Importar 1 linha' }).waitFor()
  await dialog.getByLabel('Aba da planilha').selectOption({ label: 'Inativos' })
  await dialog.getByRole('button', { name: 'Importar 2 linhas' }).waitFor()
  expect(await dialog.getByLabel('Aba da planilha').inputValue()).toBe('1')
  await dialog.getByRole('button', { name: 'Escolher outro' }).click()
  await choose('aspas.csv', Buffer.from('Nome;Telefone\n"Tereza;21995550014\nUlisses;21995550015\n'))
  await dialog.getByText('Aspas soltas: confira a linha. Linha 2').waitFor()
  expect(await dialog.locator('tr[data-repaired]').count()).toBe(1)
  await dialog.getByRole('button', { name: 'Importar 2 linhas' }).click()
  await dialog.getByText('2 criados').waitFor()
  await dialog.getByText('Aspas soltas: confira a linha.').waitFor()
  await page.context().close()
}, 120_000)
