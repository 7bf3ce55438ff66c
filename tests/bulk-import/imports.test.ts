/** Bulk import of contacts: preview, processing in slices, and error reports. */
import { expect, test } from 'bun:test'
import { CFB, read, utils, write } from 'xlsx'
import { type ImportDetail, type ImportSummary, importUpdated } from '../../src/bulk-import/contract'
import { contactsReloaded } from '../../src/contacts/contract'
import type { Attendant, CompanyWorld } from '../support/company-world'
import { runJob } from '../support/jobs'
import { parsing } from '../support/parsing'
import { until } from '../support/until'
import { world } from '../support/world'
import { upload } from './support'

const BASE = '/api/contacts'

async function ask<T>(who: Attendant, path: string, body?: object) {
  const answer = await (body ? who.json(`${BASE}${path}`, 'POST', body) : who.request(`${BASE}${path}`))
  return (await answer.json()) as T & { error?: string; details?: unknown } // the route's response, or a refusal
}
const start = (who: Attendant, { id, columns, headRows }: ImportDetail, more: object = {}) =>
  ask<ImportSummary>(who, `/imports/${id}/start`, { columns, headRows, updateExisting: false, ...more })
const get = (who: Attendant, id: number) => ask<ImportDetail>(who, `/imports/${id}`)
async function ended(w: CompanyWorld, who: Attendant, id: number): Promise<ImportDetail> {
  await until(() => stored(w, id).state !== 'running', 'the import over')
  return get(who, id)
}
const stored = (w: CompanyWorld, id: number) =>
  w.rows<{ state: string; done: number }>('SELECT state, done FROM imports WHERE id = ?', id)[0] ?? {
    state: '',
    done: 0,
  }
const contactsOf = (who: Attendant, search = '') =>
  ask<{ contacts: { name: string; number: string; email: string | null }[]; count: number }>(
    who,
    `/?searchParam=${search}`,
  )
const counts = ({ created, updated, skipped, failed }: ImportSummary) => ({ created, updated, skipped, failed })

test('a spreadsheet is previewed with guessed columns; once started, rows become contacts, and errors are reported', async () => {
  const w = world()
  const [admin, ana] = [w.admin(), w.attendant()]
  w.contact({ name: 'Rui', number: '5511987654321' })
  const rows = [
    'E-mail;Nome completo;Telefone;Cidade',
    'Maria@Exemplo.com;Maria  Souza;(21) 99612-4087;Niterói',
    ';Rui Alves;11 8765-4321;Santos',
    ';;+351 912 345 678;Lisboa',
    'x;Sem e-mail bom;21 99612-0001;',
    ';Sem número;;',
    ';Curto;99612-4087;',
    `;${'x'.repeat(51)};21 99612-0002;`,
    ';Outra vez;5521996124087;',
  ].join('\n')
  const looked = await upload(admin, rows)
  expect(looked).toMatchObject({
    state: 'ready',
    fileName: 'clientes.csv',
    headRows: 1,
    columns: ['email', 'name', 'number', 'extra'],
    total: 9,
  })
  expect(looked.rows[1]).toEqual(['Maria@Exemplo.com', 'Maria  Souza', '(21) 99612-4087', 'Niterói'])
  expect((await contactsOf(admin)).count).toBe(1)
  expect(await start(admin, looked)).toMatchObject({ state: 'running', total: 8, done: 0 })
  const over = await ended(w, admin, looked.id)
  expect(counts(over)).toEqual({ created: 4, updated: 0, skipped: 2, failed: 2 })
  expect(over).toMatchObject({ state: 'done', done: 8, rows: [] })
  expect(over.errors.map(({ line, value, reason }) => [line, value.slice(0, 12), reason])).toEqual([
    [5, 'x', 'O e-mail não é válido: a linha entrou sem ele.'],
    [6, 'Sem número', 'Falta o número.'],
    [7, '99612-4087', 'Falta o DDD: escreva, por exemplo, (11) 98801-0001.'],
    [
      8,
      'xxxxxxxxxxxx',
      'O nome passa de 50 letras: a linha entrou com ele cortado, e o nome inteiro ficou nas informações extras.',
    ],
  ])
  expect((await contactsOf(admin)).contacts.map(({ name, number, email }) => [name, number, email])).toEqual([
    ['+351912345678', '351912345678', null],
    ['Maria Souza', '5521996124087', 'maria@exemplo.com'],
    ['Rui', '5511987654321', null],
    ['Sem e-mail bom', '5521996120001', null],
    ['x'.repeat(50), '5521996120002', null],
  ])
  expect(ana.heard(contactsReloaded)).toEqual([{}])
  expect(ana.heard(importUpdated)).toEqual([])
  expect(admin.heard(importUpdated).at(-1)).toMatchObject({ import: { id: looked.id, state: 'done', done: 8 } })
  const sheet = await admin.request(`${BASE}/imports/${looked.id}/errors`, { headers: { 'accept-language': 'en' } })
  const book = read(await sheet.arrayBuffer())
  expect(utils.sheet_to_json(book.Sheets[book.SheetNames[0] ?? ''] ?? {}, { header: 1 }).slice(0, 2)).toEqual([
    ['Row', 'Value', 'Reason'],
    ['5', 'x', 'Invalid email address: the row was imported without it.'],
  ])
})

test('existing contacts are updated only if chosen, and empty cells change nothing', async () => {
  const w = world()
  const admin = w.admin()
  w.whatsapp.person('5521996124087', { name: 'Mari' }).says('oi')
  const rows = 'Nome,Número,E-mail\nMaria Souza,21 9612-4087,m@e.com\n,5521996124087,'
  const first = await upload(admin, rows)
  await start(admin, first)
  expect(counts(await ended(w, admin, first.id))).toEqual({ created: 0, updated: 0, skipped: 2, failed: 0 })
  const second = await upload(admin, rows)
  await start(admin, second, { updateExisting: true })
  expect(counts(await ended(w, admin, second.id))).toEqual({ created: 0, updated: 1, skipped: 1, failed: 0 })
  expect((await contactsOf(admin)).contacts).toMatchObject([{ name: 'Maria Souza', email: 'm@e.com' }])
  // An open conversation shows the new name at once.
  expect(w.rows('SELECT name_by FROM contacts')).toEqual([{ name_by: 'person' }])
})

test('columns without headers are guessed by content, and can be remapped', async () => {
  const w = world()
  const admin = w.admin()
  const bare = await upload(admin, 'Maria,21996124087,m@e.com\nRui,21996124088,r@e.com\n')
  expect(bare).toMatchObject({ headRows: 0, columns: ['name', 'number', 'email'], total: 2 })
  const odd = await upload(admin, 'A,B\nMaria,21996124087\n')
  expect(odd).toMatchObject({ headRows: 1, columns: ['name', 'number'] })
  expect((await get(admin, bare.id)).state).toBe('stopped') // a person previews one file at a time
  const refused = await start(admin, odd, { columns: ['name', ''] })
  expect(refused).toMatchObject({ error: 'ERR_INVALID_INPUT', details: [{ field: 'columns' }] })
  expect(await start(admin, odd, { columns: ['name', 'name'] })).toMatchObject({ error: 'ERR_INVALID_INPUT' })
  expect(await start(admin, odd, { columns: ['name', '__proto__'] })).toMatchObject({ error: 'ERR_INVALID_INPUT' })
  await start(admin, odd)
  expect(counts(await ended(w, admin, odd.id))).toMatchObject({ created: 1 })
  expect(await start(admin, odd)).toMatchObject({ error: 'ERR_IMPORT_NOT_READY' })
})

test('a running import resumes after a crash, with no row twice or missing', async () => {
  const before = world()
  const admin = before.admin()
  const many = 3_000
  const rows = Array.from({ length: many }, (_, n) => `Pessoa ${n},21 9${String(70_000_000 + n)}`).join('\n')
  const looked = await upload(admin, `Nome,Número\n${rows}`)
  await start(admin, looked)
  await until(() => stored(before, looked.id).done > 100, 'some rows')
  const w = await before.reopen()
  const again = w.admin()
  const left = await get(again, looked.id)
  expect(left.state).toBe('running')
  expect(left.done).toBeLessThan(many)
  await runJob(w.server, 'imports.continue')
  expect(counts(await ended(w, again, looked.id))).toEqual({ created: many, updated: 0, skipped: 0, failed: 0 })
  expect((await contactsOf(again)).count).toBe(many)
})

test('cancelling keeps imported rows and removes the file', async () => {
  const w = world()
  const admin = w.admin()
  const rows = Array.from({ length: 5_000 }, (_, n) => `Pessoa ${n},21 9${String(70_000_000 + n)}`).join('\n')
  const looked = await upload(admin, rows)
  await start(admin, looked)
  await until(() => stored(w, looked.id).done > 50, 'some rows')
  await ask(admin, `/imports/${looked.id}/cancel`, {})
  const over = await get(admin, looked.id)
  expect(over.state).toBe('stopped')
  expect((await contactsOf(admin)).count).toBe(over.created)
  expect(over.created).toBeLessThan(5_000)
  expect(w.rows('SELECT file FROM imports')).toEqual([{ file: null }])
})

test('the preview names rows that would be refused, by the columns that are chosen', async () => {
  const w = world()
  const admin = w.admin()
  const { id, faults } = await upload(
    admin,
    'Nome;Celular;Fixo;E-mail\nAna;11 98801-0001;1;a@e.com\nBia;123;11 3301-0002;a\nCaio;;;\nEva;11 98801-0003;2;a',
  )
  const marked = faults.map(({ row, value, isRefused }) => [row, value, isRefused])
  expect(marked).toEqual([
    [2, 'a', false],
    [3, 'Caio', true],
    [4, 'a', false],
  ])
  expect(faults[1]?.reason).toBe('Falta o número.')
  const path = `/api/contacts/imports/${id}?headRows=1&columns=name,number,,email`
  const again = (await (await admin.request(path)).json()) as ImportDetail // the route's response
  expect(again.faults.map(({ row, value, isRefused }) => [row, value, isRefused])).toEqual([
    [2, '123', true],
    [3, 'Caio', true],
    [4, 'a', false],
  ])
  expect((await admin.request(`/api/contacts/imports/${id}?columns=${','.repeat(120)}`)).status).toBe(400)
  expect(w.rows('SELECT id FROM contacts WHERE number IS NOT NULL')).toEqual([])
})

test('hostile files are refused with the reason, and not stored', async () => {
  const w = world()
  const admin = w.admin()
  const sheet = (rows: unknown[][]) =>
    new Uint8Array(write(utils.book_new(utils.aoa_to_sheet(rows)), { type: 'buffer', bookType: 'xlsx' }) as Buffer)
  expect((await upload(admin, '<html><p>1</p></html>', 'a.xlsx')).error).toBe('ERR_SPREADSHEET_UNREADABLE')
  const locked: unknown = CFB.utils.cfb_new()
  CFB.utils.cfb_add(locked, '/EncryptedPackage', Buffer.alloc(200))
  const written = new Uint8Array(CFB.write(locked, { type: 'buffer' }) as Buffer)
  expect((await upload(admin, written, 'a.xlsx')).error).toBe('ERR_SPREADSHEET_LOCKED')
  expect((await upload(admin, '', 'a.csv')).error).toBe('ERR_IMPORT_EMPTY')
  const tall = Array.from({ length: 50_002 }, (_, n) => `x,${n}`).join('\n')
  expect((await upload(admin, tall)).error).toBe('ERR_SPREADSHEET_TOO_LONG')
  const deep = utils.aoa_to_sheet([['Número']])
  deep.A1000000 = { t: 's', v: 'x' }
  deep['!ref'] = 'A1:A1000000'
  const column = new Uint8Array(write(utils.book_new(deep), { type: 'buffer', bookType: 'xlsx' }) as Buffer)
  expect(w.rows('SELECT id FROM imports')).toEqual([])
  expect(await upload(admin, column, 'a.xlsx')).toMatchObject({ total: 2, lines: [1, 1_000_000] })
  const odd = await upload(
    admin,
    sheet([
      ['Número', '__proto__', 'constructor'],
      ['21996124087', 'x', 'y'],
    ]),
    'a.xlsx',
  )
  expect(odd.columns).toEqual(['number', 'extra', 'extra'])
  await start(admin, odd)
  expect(counts(await ended(w, admin, odd.id))).toMatchObject({ created: 1, failed: 0 })
  expect(({} as Record<string, unknown>).x).toBeUndefined()
  const ana = w.attendant()
  expect((await upload(ana, 'a,b')).error).toBe('ERR_NO_PERMISSION')
  expect((await get(w.company().admin(), odd.id)).error).toBe('ERR_NO_IMPORT_FOUND')
})

test('only its owner and admins see an import', async () => {
  const w = world()
  const [admin, mine, other] = [
    w.admin(),
    w.attendant([], { profile: 'supervisor' }),
    w.attendant([], { profile: 'supervisor' }),
  ]
  const { id } = await upload(mine, 'Nome,Número\nMaria,21996124087\n')
  const tries = async (who: Attendant) => {
    const statuses: number[] = []
    for (const one of ['GET ', 'GET /errors', 'POST /start', 'POST /cancel']) {
      const [method = '', rest = ''] = one.split(' ')
      const path = `/api/contacts/imports/${id}${rest}`
      const body = { columns: ['name', 'number'], headRows: 1, updateExisting: false }
      statuses.push((method === 'GET' ? await who.request(path) : await who.json(path, method, body)).status)
    }
    return statuses
  }
  expect(await tries(other)).toEqual([404, 404, 404, 404])
  expect(await tries(admin)).toEqual([200, 200, 200, 200])
  expect(mine.heard(importUpdated).length).toBeGreaterThan(0)
  expect(admin.heard(importUpdated).length).toBeGreaterThan(0)
  expect(other.heard(importUpdated)).toEqual([])
})

test('reading stops when the client disconnects', async () => {
  const w = world()
  const { url } = w.listen()
  const token = await w.admin().token()
  for (const pid of parsing.pids()) process.kill(pid, 'SIGKILL')
  await until(() => parsing.pids().length === 0)
  const body = new FormData()
  body.set('file', new File(['Nome,Número\nMaria,21996124087\n'], 'clientes.csv'))
  const leaving = new AbortController()
  const headers = { authorization: `Bearer ${token}` }
  const asking = fetch(`${url}/api/contacts/upload`, { method: 'POST', body, headers, signal: leaving.signal })
  await until(() => parsing.pids().length > 0, 'a process for it')
  leaving.abort()
  expect(await asking.catch(() => 'left')).toBe('left')
  await until(() => parsing.pids().length === 0, 'its end, before it would be kept for the next file')
})

test('the sheet that suits is read, another can be chosen, and repairs are reported', async () => {
  const w = world()
  const admin = w.admin()
  const book = utils.book_new()
  utils.book_append_sheet(book, utils.aoa_to_sheet([['Relatório de novembro']]), 'Capa')
  const people = (...numbers: string[]) =>
    utils.aoa_to_sheet([['Nome', 'Número'], ...numbers.map((one) => ['Ana', one])])
  utils.book_append_sheet(book, people('21996124087'), 'Ativos')
  utils.book_append_sheet(book, people('21996124088', '21996124089'), 'Inativos')
  const bytes = new Uint8Array(write(book, { type: 'buffer', bookType: 'xlsx' }) as Buffer)
  const sheets = ['Capa', 'Ativos', 'Inativos'].map((name, at) => ({ at, name }))
  const first = await upload(admin, bytes, 'a.xlsx')
  expect(first).toMatchObject({ sheets, sheet: 1, total: 2, columns: ['name', 'number'] })
  const other = await upload(admin, bytes, 'a.xlsx', '?sheet=2')
  expect(other).toMatchObject({ sheets, sheet: 2, total: 3 })
  expect(await get(admin, other.id)).toMatchObject({ sheets, sheet: 2 })
  expect(await upload(admin, bytes, 'a.xlsx', '?sheet=9')).toMatchObject({
    error: 'ERR_INVALID_INPUT',
    details: [{ field: 'sheet' }],
  })
  const stray = await upload(admin, 'nome;numero\n"Tereza;5511988011001\nUlisses;5511988011002\n"Vanda;12\n')
  expect(stray).toMatchObject({
    sheets: [],
    repaired: [{ reason: 'Aspas soltas: confira a linha.', count: 2, lines: [2, 4] }],
    repairs: [
      { row: 1, reason: 'Aspas soltas: confira a linha.' },
      { row: 3, reason: 'Aspas soltas: confira a linha.' },
    ],
  })
  await start(admin, stray)
  const over = await ended(w, admin, stray.id)
  expect(counts(over)).toEqual({ created: 2, updated: 0, skipped: 0, failed: 1 })
  expect(over.errors.map(({ line, value }) => [line, value])).toEqual([
    [2, 'Tereza 5511988011001'],
    [4, '12'],
  ])
  expect(over.errors[1]?.reason).toEndWith(' Aspas soltas: confira a linha.')
})

test('no row is lost for a lesser cell', async () => {
  const w = world()
  const admin = w.admin()
  const long = 'ASSOCIAÇÃO DOS MORADORES E AMIGOS DO BAIRRO JARDIM DAS ACÁCIAS'
  const looked = await upload(
    admin,
    [
      'Nome;Telefone;E-mail;Categoria',
      `${long};11988020001;${'x'.repeat(130)}@exemplo.com;Nenhuma`,
      'Ó;11988020002;;',
      '-;11988020003;;',
    ].join('\n'),
  )
  await start(admin, looked)
  const over = await ended(w, admin, looked.id)
  expect(counts(over)).toEqual({ created: 3, updated: 0, skipped: 0, failed: 0 })
  expect(over.errors).toHaveLength(1)
  for (const word of ['nome inteiro', 'e-mail', 'categoria']) expect(over.errors[0]?.reason).toContain(word)
  expect(w.rows('SELECT name FROM contacts ORDER BY id')).toEqual([
    { name: 'ASSOCIAÇÃO DOS MORADORES E AMIGOS DO BAIRRO JARDIM' },
    { name: 'Ó' },
    { name: '+55 (11) 98802-0003' },
  ])
  expect(w.rows('SELECT name, value FROM contact_extra_info')).toEqual([{ name: 'Nome completo', value: long }])
})
