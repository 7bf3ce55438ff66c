/** An empty installation: its administrator brings the contacts exported from Google, untouched. */
import { expect, test } from 'bun:test'
import { fillIn, isAtDesk } from './support/browser'
import { FIRST_ADMIN } from './support/demo'
import { stage } from './support/stage'

const { demo, open } = await stage({ isNew: true })

const EXPORT = [
  'First Name,Middle Name,Last Name,Phonetic First Name,Name Prefix,Nickname,File As,Organization Name,Birthday,Notes,Photo,Labels,E-mail 1 - Label,E-mail 1 - Value,Phone 1 - Label,Phone 1 - Value,Phone 2 - Label,Phone 2 - Value',
  'Ana,Maria,Prado,,,,,Padaria Sol,1980-05-04,"antiga, paga em dia",,* myContacts,* Home,ana@exemplo.com,Work,(11) 3301-0001,Mobile,+55 11 98801-0001 ::: +55 11 98801-0002',
  'Bento,,Dias,,,,,,,,,* myContacts,,,Mobile,011 98801-0003,,',
  ',,,,,,,Oficina Três,,,,* myContacts,,,Work,11 3301-0004,,',
].join('\r\n')

const CARDS = [
  'BEGIN:VCARD',
  'VERSION:2.1',
  'FN;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:=5A=C3=A9=6C=69=61=20=52=65=',
  '=69=73',
  'TEL;HOME:1133010005',
  'TEL;CELL:11988010005',
  'END:VCARD',
].join('\r\n')

test('a newcomer imports an export of Google and a file of cards as they are, and finds the people', async () => {
  const page = await open()
  await page.goto(`${demo.url}/login`)
  await fillIn(page, FIRST_ADMIN, demo.password)
  await isAtDesk(page)
  await page.getByRole('link', { name: 'Contatos', exact: true }).click()
  await page.getByRole('button', { name: 'Importar / Exportar' }).click()
  await page.getByRole('menuitem', { name: 'Importar planilha' }).click()
  const dialog = page.getByRole('dialog', { name: 'Importar planilha' })
  const choose = (name: string, text: string) =>
    dialog.locator('input[type=file]').setInputFiles({ name, mimeType: 'text/plain', buffer: Buffer.from(text) })
  await choose('contacts.csv', EXPORT)

  // The guess, with values below each heading.
  const field = (head: string) => dialog.getByRole('combobox', { name: head, exact: true })
  await field('First Name').waitFor()
  const guessed = {
    'First Name': 'Nome',
    'Middle Name': 'Nome do meio',
    'Last Name': 'Sobrenome',
    'Organization Name': 'Empresa',
    'E-mail 1 - Value': 'E-mail',
    'Phone 1 - Value': 'Número',
    'Phone 2 - Value': 'Número',
    'Phone 1 - Label': 'Não importar',
    Birthday: 'Informação extra',
  }
  for (const [head, name] of Object.entries(guessed))
    expect([head, await field(head).locator('option:checked').textContent()]).toEqual([head, name])
  await dialog.getByRole('cell', { name: '011 98801-0003' }).waitFor()
  await dialog.getByText('o primeiro celular vira o número do contato', { exact: false }).waitFor()

  // Another line of headings changes the guess, and back.
  const head = dialog.getByLabel('Linha com os nomes das colunas')
  expect(await head.inputValue()).toBe('1')
  await head.selectOption('0')
  await dialog.getByRole('button', { name: 'Importar 4 linhas' }).waitFor()
  await head.selectOption('1')
  await dialog.getByRole('button', { name: 'Importar 3 linhas' }).click()
  await dialog.getByText('3 criados').waitFor()

  await dialog.getByRole('button', { name: 'Importar outra' }).click()
  await choose('agenda.vcf', CARDS)
  await dialog.getByRole('cell', { name: 'Zélia Reis' }).waitFor()
  await dialog.getByRole('button', { name: 'Importar 1 linha' }).click()
  await dialog.getByText('1 criado').waitFor()
  await dialog.getByRole('button', { name: 'Fechar', exact: true }).last().click()

  for (const [name, number] of [
    ['Ana Maria Prado', '98801-0001'],
    ['Bento Dias', '98801-0003'],
    ['Oficina Três', '3301-0004'],
    ['Zélia Reis', '98801-0005'],
  ])
    await page.getByRole('row', { name: new RegExp(`${name}.*${number}`) }).waitFor()
})
