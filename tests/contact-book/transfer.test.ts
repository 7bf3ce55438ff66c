/** Exporting contacts as a spreadsheet, and importing those of the phone. */
import { expect, test } from 'bun:test'
import { read, utils } from 'xlsx'
import type { ImportSummary } from '../../src/bulk-import/contract'
import { upload } from '../bulk-import/support'
import type { Attendant } from '../support/company-world'
import { LOJA } from '../support/company-world'
import { lid, phone } from '../support/telephones'
import { until } from '../support/until'
import { type World, world } from '../support/world'

const sheetOf = async (answer: Response): Promise<string[][]> => {
  const book = read(await answer.arrayBuffer())
  return utils.sheet_to_json(book.Sheets[book.SheetNames[0] ?? ''] ?? {}, { header: 1, defval: '' })
}
const save = (who: Attendant, body: object) => who.json('/api/contacts/', 'POST', body)
const people = (w: World) => w.rows('SELECT name, number, name_by FROM contacts ORDER BY id')
async function brought(w: World, who: Attendant, path: string) {
  const begun = (await (await who.json(`/api/contacts${path}`, 'POST', {})).json()) as ImportSummary & {
    error?: string
  }
  if (begun.error) return begun
  await until(() => w.rows("SELECT 1 FROM imports WHERE state = 'running'").length === 0, 'the import over')
  return (await (await who.request(`/api/contacts/imports/${begun.id}`)).json()) as ImportSummary & { error?: string }
}
const counts = ({ created, updated, skipped, failed }: ImportSummary) => ({ created, updated, skipped, failed })

test('exports everybody with all fields, without formulas, in a form that can be imported again', async () => {
  const w = world()
  const admin = w.admin()
  w.rows("INSERT INTO contact_categories (description) VALUES ('VIP') RETURNING id")
  await save(admin, {
    name: '=1+1 Ação',
    number: '5521996124087',
    email: 'a@e.com',
    contactCategoryId: 1,
    extraInfo: [{ name: 'Cidade', value: 'São <b> & \u0001' }],
  })
  await save(admin, {
    name: 'Zé',
    number: '5521987654321',
    extraInfo: [
      { name: 'cidade', value: 'Santos' },
      { name: '+Time', value: '=HYPERLINK("x")' },
    ],
  })
  const ze = [phone('5521987654321'), { ...lid('998877'), username: 'ze.silva' }]
  w.telephones.deliver(w.refOf(LOJA), w.telephones.incoming({ chat: ze, body: 'oi' }))
  w.rows("INSERT INTO contacts (name, name_folded, is_group, created_at) VALUES ('Grupo', 'grupo', 1, 0) RETURNING id")
  const answer = await admin.request('/api/contacts/export')
  expect(answer.headers.get('content-disposition')).toContain('Contatos.xlsx')
  const file = new Uint8Array(await answer.clone().arrayBuffer())
  const rows = await sheetOf(answer)
  expect(rows).toEqual([
    ['Nome', 'Número', 'Usuário', 'E-mail', 'Categoria', 'Último contato', 'ID na Meta', 'Cidade', "'+Time"],
    ["'=1+1 Ação", '5521996124087', '', 'a@e.com', 'VIP', '', '', 'São <b> & ', ''],
    ['Zé', '5521987654321', 'ze.silva', '', '', '02/03/2026, 09:00', '', 'Santos', `'=HYPERLINK("x")`],
  ])
  const looked = await upload(w.admin(), file, 'Contatos.xlsx')
  expect(looked.columns).toEqual(['name', 'number', '', 'email', 'category', '', 'metaId', 'extra', 'extra'])
  expect(looked.rows[1]?.[0]).toBe('=1+1 Ação')
  expect((await w.attendant([], { profile: 'supervisor' }).request('/api/contacts/export')).status).toBe(403)
})

test('Meta’s ids are exported, and find those who have written here; others are refused with the reason', async () => {
  const w = world()
  const admin = w.admin()
  const { id: instagram } = w.connection({ channel: 'instagram', open: false })
  w.whatsapp.person('17841400000000001', { connectionId: instagram, kind: 'igsid', name: 'Studio Lavanda' }).says('oi')
  const sheet = await sheetOf(await admin.request('/api/contacts/export'))
  expect(sheet[1]?.[6]).toBe('igsid:17841400000000001')
  const file = `Nome;Número;E-mail;ID na Meta
Studio;;studio@example.com;igsid:17841400000000001
Outra;;outra@example.com;psid:7001
`
  const looked = await upload(admin, new TextEncoder().encode(file), 'Contatos.csv')
  expect(looked.columns).toEqual(['name', 'number', 'email', 'metaId'])
  await admin.json(`/api/contacts/imports/${looked.id}/start`, 'POST', {
    columns: looked.columns,
    headRows: looked.headRows,
    updateExisting: true,
  })
  await until(() => w.rows("SELECT 1 FROM imports WHERE state = 'running'").length === 0, 'the import over')
  const over = (await (await admin.request(`/api/contacts/imports/${looked.id}`)).json()) as ImportSummary
  expect(counts(over)).toEqual({ created: 0, updated: 1, skipped: 0, failed: 1 })
  expect(w.rows('SELECT name, number, email FROM contacts')).toEqual([
    { name: 'Studio', number: null, email: 'studio@example.com' },
  ])
})

test('an export that is imported again creates nobody, wherever the numbers come from', async () => {
  const w = world()
  const admin = w.admin()
  const numbers = ['5521996124087', '551133334444', '351912345678', '51987654321', '12125550123', '4915112345678']
  for (const [at, number] of numbers.entries())
    expect((await save(admin, { name: `Pessoa ${at}`, number: `+${number}` })).status).toBe(200)
  // A messenger may report a number that no plan knows yet.
  w.rows(
    "INSERT INTO contacts (name, name_folded, number, created_at) VALUES ('Nova', 'nova', '5520988887777', 0) RETURNING id",
  )
  const file = new Uint8Array(await (await admin.request('/api/contacts/export')).arrayBuffer())
  const looked = await upload(admin, file, 'Contatos.xlsx')
  await admin.json(`/api/contacts/imports/${looked.id}/start`, 'POST', {
    columns: looked.columns,
    headRows: looked.headRows,
    updateExisting: false,
  })
  await until(() => w.rows("SELECT 1 FROM imports WHERE state = 'running'").length === 0, 'the import over')
  const over = (await (await admin.request(`/api/contacts/imports/${looked.id}`)).json()) as ImportSummary
  expect(counts(over)).toEqual({ created: 0, updated: 0, skipped: 7, failed: 0 })
})

test.each([
  [
    'signs',
    [
      'Ó',
      '🌸',
      'Dois  espaços',
      'x'.repeat(90),
      '=1+1',
      "'=x",
      '"Aspas" do Zé',
      'a;b,c|d',
      '007',
      '_x0041_',
      'Ação e\u0301',
    ],
  ],
  ['codes before all names', ['100 - Ana', '101 - Bia', '00102 Caio']],
  ['codes behind all names', ['Ana (100)', 'Bia - 101']],
  ['headings, numbers and addresses', ['Telefone', 'Nome;Celular', '11988010001', '52998224725', 'a@e.com', 'sep=;']],
])('an export that is imported again changes nothing, whatever was stored: %s', async (_, odd) => {
  const w = world()
  const admin = w.admin()
  for (const [at, name] of odd.entries()) {
    w.rows(
      `INSERT INTO contacts (name, name_folded, number, email, created_at) VALUES (?, ?, ?, 'Ana@Exemplo.com', 0) RETURNING id`,
      name,
      name.toLowerCase(),
      String(5511988010001 + at),
    )
    for (const [fact, value] of [
      ['CPF', '529.982.247-25'],
      ['Obs', ' linha 1\nlinha 2 '],
      ['Código', '000123456789012345678'],
      [`Fato ${at}`, name],
      ['Aluno', 'Ana Lima'],
      ['Responsável', 'Rosa Lima'],
      ['Telefone do responsável', '(11) 98801-0099'],
      ['DDI', '351'],
      ['DDD', '21'],
    ])
      w.rows(
        'INSERT INTO contact_extra_info (contact_id, name, value) VALUES (?, ?, ?) RETURNING id',
        at + 1,
        fact,
        value,
      )
  }
  const all = () => [w.rows('SELECT * FROM contacts'), w.rows('SELECT * FROM contact_extra_info')]
  const before = all()
  const file = new Uint8Array(await (await admin.request('/api/contacts/export')).arrayBuffer())
  const looked = await upload(admin, file, 'Contatos.xlsx')
  await admin.json(`/api/contacts/imports/${looked.id}/start`, 'POST', {
    columns: looked.columns,
    headRows: looked.headRows,
    updateExisting: true,
  })
  await until(() => w.rows("SELECT 1 FROM imports WHERE state = 'running'").length === 0, 'the import over')
  const over = (await (await admin.request(`/api/contacts/imports/${looked.id}`)).json()) as ImportSummary
  expect(counts(over)).toEqual({ created: 0, updated: 0, skipped: odd.length, failed: 0 })
  expect(all()).toEqual(before)
})

test('streams an export of thousands of contacts without blocking', async () => {
  const w = world()
  const admin = w.admin()
  w.rows(
    `WITH RECURSIVE n (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < 3000)
     INSERT INTO contacts (name, name_folded, number, created_at)
     SELECT 'Pessoa ' || n, 'pessoa ' || n, '5521' || (900000000 + n), 0 FROM n RETURNING id`,
  )
  const rows = await sheetOf(await admin.request('/api/contacts/export'))
  expect(rows).toHaveLength(3_001)
  expect(new Set(rows.map(([, number]) => number)).size).toBe(3_001)
})

test('adopts names from the phone’s address book, but not for contacts named by an attendant', async () => {
  const w = world()
  const admin = w.admin()
  w.whatsapp.person('5521996124087', { name: 'mari 🌸' }).says('oi')
  w.contact({ name: 'Rui', number: '5521987654321' })
  await admin.json('/api/contacts/2', 'PUT', { name: 'Rui Alves' })
  w.telephones.knows({
    people: [
      { addresses: [phone('5521996124087')], name: 'Mariana Duarte' },
      { addresses: [phone('5521987654321')], name: 'Ruizinho' },
      { addresses: [phone('552133334444'), lid('77')], name: 'Loja' },
    ],
    chats: [],
  })
  expect(counts(await brought(w, admin, '/import'))).toEqual({ created: 1, updated: 1, skipped: 1, failed: 0 })
  expect(people(w)).toEqual([
    { name: 'Mariana Duarte', number: '5521996124087', name_by: 'person' },
    { name: 'Rui Alves', number: '5521987654321', name_by: 'person' },
    { name: 'Loja', number: '552133334444', name_by: 'person' },
  ])
  w.telephones.knows({ people: [], chats: [] })
  expect(await brought(w, admin, '/import')).toMatchObject({ error: 'ERR_IMPORT_EMPTY' })
  w.telephones.report(w.refOf(LOJA), { status: 'DISCONNECTED' })
  expect(await brought(w, admin, '/import')).toMatchObject({ error: 'ERR_WAPP_NOT_INITIALIZED' })
})

test('creates a contact without a ticket for every chat the phone reported', async () => {
  const w = world()
  const admin = w.admin()
  w.contact({ name: 'Rui', number: '5521987654321' })
  const { backfill } = w.telephones
  backfill.chats(w.refOf(LOJA), [
    { addresses: [phone('5521996124087'), lid('88')], name: 'Mariana' },
    { addresses: [lid('99')], name: null },
    { addresses: [phone('5521987654321')], name: 'Outro nome' },
  ])
  backfill.chats(w.refOf(LOJA), [{ addresses: [phone('5521996124087')], name: null }]) // another part of the backfill
  w.telephones.knows({ people: [], chats: [[phone('552133334444')], [phone('5521996124087')]] })
  expect(counts(await brought(w, admin, '/import/chats'))).toEqual({ created: 3, updated: 0, skipped: 2, failed: 0 })
  expect(people(w)).toEqual([
    { name: 'Rui', number: '5521987654321', name_by: 'channel' },
    { name: '99', number: null, name_by: 'channel' },
    { name: 'Mariana', number: '5521996124087', name_by: 'channel' },
    { name: '+55 (21) 3333-4444', number: '552133334444', name_by: 'channel' },
  ])
  expect(w.rows('SELECT id FROM tickets')).toEqual([])
})
