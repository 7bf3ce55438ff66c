/** Bulk import of a contact list: good rows are stored, bad ones returned with their line. */
import { expect, test } from 'bun:test'
import { read, utils, write } from 'xlsx'
import { importUpdated } from '../../src/bulk-import/contract'
import { contactListUpdated, listItemsReloaded } from '../../src/features/contact-lists/contract'
import { optOut } from '../../src/outbound/suppression/opt-outs'
import { runJob } from '../support/jobs'
import { until } from '../support/until'
import { world } from '../support/world'
import { counts, importEnded, imported, itemsOf, makeList, startImport, uploadTo } from './support'

test('adds rows to the list, reports bad ones with their line, and offers them for download', async () => {
  const w = world()
  const admin = w.admin()
  w.contact({ name: 'Júlia Prado', number: '5521996120009' })
  optOut(w.cx, { number: '5521996120008' }, { word: 'sair', actor: null, connectionId: 1 })
  const list = await makeList(admin)
  const rows = [
    'Nome;Número;E-mail;Cidade',
    'Maria  Souza;(21) 99612-4087;Maria@Exemplo.com;Niterói',
    'Rui;+351 912 345 678;;Lisboa',
    'Maria de novo;21 9612-4087;;',
    'Sem DDD;99612-4087;;',
    'M;21996120001;;',
    `${'x'.repeat(51)};21996120002;;`,
    'Ana;21996120003;não é;',
    'Sem número;;;',
    'Saiu;21996120008;;',
    ';21996120009;;',
    ';21996120010;;',
  ].join('\n')
  const looked = await uploadTo(admin, list.id, rows)
  expect(looked).toMatchObject({ state: 'ready', subjectId: list.id, total: 12, takesExtra: true })
  expect(looked.columns).toEqual(['name', 'number', 'email', 'extra'])
  expect((await itemsOf(admin, list.id))?.count).toBe(0)
  admin.forget()
  await startImport(admin, looked)
  const over = await importEnded(w, admin, looked.id)
  expect(counts(over)).toEqual({ created: 8, updated: 0, skipped: 0, failed: 3 })
  expect(over.errors.map(({ line, value, reason }) => [line, value.slice(0, 12), reason])).toEqual([
    [4, '21 9612-4087', 'Este número aparece mais de uma vez na planilha.'],
    [5, '99612-4087', 'Falta o DDD: escreva, por exemplo, (11) 98801-0001.'],
    [
      7,
      'xxxxxxxxxxxx',
      'O nome passa de 50 letras: a linha entrou com ele cortado, e o nome inteiro ficou nas informações extras.',
    ],
    [8, 'não é', 'O e-mail não é válido: a linha entrou sem ele.'],
    [9, 'Sem número', 'Falta o número.'],
  ])
  const people = (await itemsOf(admin, list.id))?.contacts
  expect(people?.map(({ name, number, email, inBlacklist }) => [name, number, email, inBlacklist])).toEqual([
    ['+55 (21) 99612-0010', '5521996120010', null, false],
    ['Ana', '5521996120003', null, false],
    ['Júlia Prado', '5521996120009', null, false],
    ['M', '5521996120001', null, false],
    ['Maria Souza', '5521996124087', 'maria@exemplo.com', false],
    ['Rui', '351912345678', null, false],
    ['Saiu', '5521996120008', null, true],
    ['x'.repeat(50), '5521996120002', null, false],
  ])
  expect(people?.[4]?.extraInfo).toEqual([{ name: 'Cidade', value: 'Niterói' }])
  expect(people?.[7]?.extraInfo).toEqual([{ name: 'Nome completo', value: 'x'.repeat(51) }])
  expect(admin.heard(listItemsReloaded)).toEqual([{ contactListId: list.id }])
  expect(admin.heard(contactListUpdated).at(-1)).toMatchObject({ record: { contactsCount: 8, blacklistCount: 1 } })
  expect(admin.heard(importUpdated).at(-1)).toMatchObject({ import: { subjectId: list.id, state: 'done', done: 11 } })
  const sheet = await admin.request(`/api/contact-lists/imports/${looked.id}/errors`, {
    headers: { 'accept-language': 'en' },
  })
  const book = read(await sheet.arrayBuffer())
  expect(utils.sheet_to_json<string[]>(book.Sheets[book.SheetNames[0] ?? ''] ?? {}, { header: 1 })[1]).toEqual([
    '4',
    '21 9612-4087',
    'This number appears more than once in the spreadsheet.',
  ])
})

test('leaves existing items unchanged unless updating was chosen', async () => {
  const w = world()
  const admin = w.admin()
  const list = await makeList(admin)
  await imported(w, admin, list.id, 'Nome,Número\nMaria,21996124087\nRui,21996124088')
  const rows = 'Nome,Número,E-mail\nMaria Souza,2196124087,m@e.com\nRui,21996124088,'
  expect(counts(await imported(w, admin, list.id, rows))).toEqual({ created: 0, updated: 0, skipped: 2, failed: 0 })
  const changed = await imported(w, admin, list.id, rows, { updateExisting: true })
  expect(counts(changed)).toEqual({ created: 0, updated: 1, skipped: 1, failed: 0 })
  expect((await itemsOf(admin, list.id))?.contacts).toMatchObject([
    { name: 'Maria Souza', email: 'm@e.com' },
    { name: 'Rui' },
  ])
})

test('refuses hostile files and a missing list', async () => {
  const w = world()
  const admin = w.admin()
  const { id } = await makeList(admin)
  expect((await uploadTo(admin, id, '<html><p>1</p></html>', 'a.xlsx')).error).toBe('ERR_SPREADSHEET_UNREADABLE')
  expect((await uploadTo(admin, id, '', 'a.csv')).error).toBe('ERR_IMPORT_EMPTY')
  const tall = Array.from({ length: 100_002 }, (_, n) => `x,${n}`).join('\n')
  expect((await uploadTo(admin, id, tall)).error).toBe('ERR_SPREADSHEET_TOO_LONG')
  expect((await uploadTo(admin, 999, 'Nome,Número\nMaria,21996124087')).error).toBe('ERR_NO_CONTACT_LIST_FOUND')
  expect((await uploadTo(w.attendant(), id, 'a,b')).error).toBe('ERR_NO_PERMISSION')
  expect(w.rows('SELECT id FROM imports')).toEqual([])
  const many = tall.slice(0, tall.indexOf('x,60000\n'))
  expect((await uploadTo(admin, id, many)).total).toBe(60_000)
  const odd = new Uint8Array(
    write(
      utils.book_new(
        utils.aoa_to_sheet([
          ['Nome', '__proto__'],
          ['=1+1', 'x'],
        ]),
      ),
      { type: 'buffer', bookType: 'xlsx' },
    ) as Buffer,
  )
  const looked = await uploadTo(admin, id, odd, 'a.xlsx')
  expect((await startImport(admin, looked)).error).toBe('ERR_INVALID_INPUT') // no column of numbers
})

test('continues after a crash, and ends when the list is deleted', async () => {
  const before = world()
  const rows = Array.from({ length: 3_000 }, (_, n) => `Pessoa ${n},21 9${String(70_000_000 + n)}`).join('\n')
  const admin = before.admin()
  const { id } = await makeList(admin)
  const looked = await uploadTo(admin, id, `Nome,Número\n${rows}`)
  await startImport(admin, looked)
  const done = (w: typeof before) =>
    w.rows<{ n: number }>('SELECT done AS n FROM imports WHERE id = ?', looked.id)[0]?.n ?? 0
  await until(() => done(before) > 100, 'some rows')
  const w = await before.reopen()
  const again = w.admin()
  expect(done(w)).toBeLessThan(3_000)
  await runJob(w.server, 'imports.continue')
  expect(counts(await importEnded(w, again, looked.id))).toEqual({ created: 3_000, updated: 0, skipped: 0, failed: 0 })
  expect((await itemsOf(again, id))?.count).toBe(3_000)
  const other = await makeList(again, 'Outra')
  const second = await uploadTo(again, other.id, rows)
  await startImport(again, second)
  await until(() => w.rows('SELECT id FROM imports WHERE id = ? AND done > 50', second.id).length > 0, 'some rows')
  await again.api['contact-lists']({ id: other.id }).delete()
  expect((await importEnded(w, again, second.id)).state).toBe('stopped')
})
