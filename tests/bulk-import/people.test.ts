/** Import of people from the exports of other programs, and from contact cards. */
import { describe, expect, test } from 'bun:test'
import type { ImportDetail, ImportSummary } from '../../src/bulk-import/contract'
import type { Attendant, CompanyWorld } from '../support/company-world'
import { until } from '../support/until'
import { world } from '../support/world'
import { upload } from './support'

async function importInto(w: CompanyWorld, who: Attendant, text: string, name = 'contatos.csv') {
  const looked = await upload(who, text, name)
  const { id, columns, headRows } = looked
  const body = { columns, headRows, updateExisting: false }
  const started = await who.json(`/api/contacts/imports/${id}/start`, 'POST', body)
  expect(await started.json()).toMatchObject({ state: 'running' })
  await until(() => w.rows("SELECT 1 FROM imports WHERE state = 'running'").length === 0, 'the import over')
  const over = (await (await who.request(`/api/contacts/imports/${id}`)).json()) as ImportDetail // the route's response
  return { looked, over }
}

type Stored = { name: string; number: string; email: string | null; facts: Record<string, string> }
const stored = (w: CompanyWorld): readonly Stored[] =>
  w
    .rows<{ id: number; name: string; number: string; email: string | null }>(
      'SELECT id, name, number, email FROM contacts WHERE number IS NOT NULL ORDER BY name_folded',
    )
    .map(({ id, ...contact }) => ({
      ...contact,
      facts: Object.fromEntries(
        w
          .rows<{ name: string; value: string }>(
            'SELECT name, value FROM contact_extra_info WHERE contact_id = ? ORDER BY id',
            id,
          )
          .map(({ name, value }) => [name, value]),
      ),
    }))

const counts = ({ created, updated, skipped, failed }: ImportSummary) => ({ created, updated, skipped, failed })

async function imported(text: string, name?: string) {
  const w = world()
  const { looked, over } = await importInto(w, w.admin(), text, name)
  return { looked, over, contacts: stored(w) }
}

test('an export of Google: names are joined, a company stands for a person, and further numbers are kept', async () => {
  const { contacts, over } = await imported(
    [
      'First Name,Middle Name,Last Name,Organization Name,Photo,Labels,E-mail 1 - Label,E-mail 1 - Value,E-mail 2 - Value,Phone 1 - Label,Phone 1 - Value,Phone 2 - Label,Phone 2 - Value',
      'Ana,Maria,Prado Um,Padaria Sol,,* myContacts,* Home,Ana@exemplo.com,vendas@exemplo.com,Mobile,+55 11 3301-0001 ::: +55 11 98801-0001,Work,(11) 98801-0002',
      'Bento,,Prado Dois,,,* myContacts,,,,Mobile,011 98801-0003,,',
      ',,,Oficina Três,,* myContacts,,,,Work,11 3301-0004,,',
    ].join('\n'),
  )
  expect(counts(over)).toEqual({ created: 3, updated: 0, skipped: 0, failed: 0 })
  expect(contacts).toEqual([
    {
      name: 'Ana Maria Prado Um',
      number: '5511988010001',
      email: 'ana@exemplo.com',
      facts: {
        'Organization Name': 'Padaria Sol',
        'Phone 2': '+55 (11) 98801-0002',
        'Phone 1': '+55 (11) 3301-0001',
        'E-mail 2': 'vendas@exemplo.com',
      },
    },
    { name: 'Bento Prado Dois', number: '5511988010003', email: null, facts: {} },
    { name: 'Oficina Três', number: '551133010004', email: null, facts: {} },
  ])
})

describe('of several numbers, the contact’s is', () => {
  test.each([
    [
      'a mobile before a landline',
      'Nome;Comercial;Celular\nAna;;\nBia;(11) 3301-0001;(11) 98801-0001',
      '5511988010001',
    ],
    [
      'a mobile in the column of landlines',
      'Nome;Telefone residencial;Telefone comercial\nBia;(11) 3301-0001;(11) 98801-0001',
      '5511988010001',
    ],
    ['that of WhatsApp before all others', 'Nome;Celular;WhatsApp\nBia;(11) 98801-0001;(11) 3301-0001', '551133010001'],
    [
      'one completed by its own area code',
      'Nome;DDD1;Fone1;DDD2;Fone2\nBia;11;3301-0001;21;98801-0001',
      '5521988010001',
    ],
    [
      'one completed by the only area code',
      'Nome;Telefone;Celular;DDD\nBia;3301-0001;98801-0001;(011)',
      '5511988010001',
    ],
    [
      'one completed by its own country code',
      'Nome;DDI;DDD;Fone 1;Fone 2\nAna;55;;;\nBia;351;;912 345 678;11 3301-0001',
      '351912345678',
    ],
    ['that of our own export', 'Nome;Número;Celular\nBia;(11) 3301-0001;(11) 98801-0001', '551133010001'],
  ])('%s', async (_, text, number) => {
    const { contacts } = await imported(text)
    expect(contacts.map((one) => one.number)).toEqual([number])
    expect(Object.values(contacts[0]?.facts ?? {})).toHaveLength(1)
  })
})

test('codes stay out of names where each name has one, and are kept', async () => {
  const { contacts } = await imported(
    'Cliente;Celular\n100 - Ana Lima;(11) 98801-0001\n(101) Bia Reis;(11) 98801-0002\n00102 Caio Dias;(11) 98801-0003',
  )
  expect(contacts.map(({ name, facts }) => [name, facts])).toEqual([
    ['Ana Lima', { Cliente: '100 - Ana Lima' }],
    ['Bia Reis', { Cliente: '(101) Bia Reis' }],
    ['Caio Dias', { Cliente: '00102 Caio Dias' }],
  ])
  const { contacts: others } = await imported(
    'Cliente;Celular\n3 Irmãos Ltda;(11) 98801-0001\nBia Reis;(11) 98801-0002\nCaio Dias - 2;(11) 98801-0003',
  )
  expect(others.map(({ name }) => name)).toEqual(['3 Irmãos Ltda', 'Bia Reis', 'Caio Dias - 2'])
  const { contacts: behind } = await imported(
    'Cliente;Celular\nAna Lima (100);(11) 98801-0001\nBia Reis - 101;(11) 98801-0002',
  )
  expect(behind.map(({ name }) => name)).toEqual(['Ana Lima', 'Bia Reis'])
})

test('a number that cannot be read is kept beside one that can', async () => {
  const { contacts, over } = await imported(
    'Nome;Celular;Telefone 2;Telefone 3\nBia;(11) 98801-0001;0800 123 4567;não tem\nCaio;(11) 98801-0008;;(11) 98801-0009',
  )
  expect(contacts[0]?.facts).toEqual({ 'Telefone 2': '0800 123 4567' })
  expect(counts(over)).toMatchObject({ created: 2, failed: 0 })
})

test('names: a full name is not doubled by its parts, and a legal name comes last', async () => {
  const { contacts } = await imported(
    [
      'Nome;Sobrenome;Nome fantasia;Razão social;Celular',
      'Ana Lima;Lima;;;(11) 98801-0001',
      'Bia;Reis;Bia Bolos;B Reis ME;(11) 98801-0002',
      ';;Casa Sol;C Sol Ltda;(11) 98801-0003',
      ';;;D Dias Ltda;(11) 98801-0004',
    ].join('\n'),
  )
  expect(contacts.map(({ name, facts }) => [name, facts])).toEqual([
    ['Ana Lima', {}],
    ['Bia Reis', { 'Nome fantasia': 'Bia Bolos', 'Razão social': 'B Reis ME' }],
    ['Casa Sol', { 'Razão social': 'C Sol Ltda' }],
    ['D Dias Ltda', {}],
  ])
})

test('titles above the header are no rows, the preview shows the header’s line, and another can be chosen', async () => {
  const w = world()
  const admin = w.admin()
  const text = 'Relação de clientes;\nEmitida hoje;\nCliente;Celular\nSete;11988010041\nErrado;12'
  const { looked, over } = await importInto(w, admin, text)
  expect(looked).toMatchObject({ headRows: 3, columns: ['name', 'number'], total: 5, lines: [1, 2, 3, 4, 5] })
  expect(over).toMatchObject({ total: 2, created: 1, failed: 1, errors: [{ line: 5, value: '12' }] })
  const again = await upload(admin, text)
  const asked = await admin.request(`/api/contacts/imports/${again.id}?headRows=0`)
  expect(await asked.json()).toMatchObject({ headRows: 0, columns: ['name', 'number'] })
  const stays = await admin.request(`/api/contacts/imports/${again.id}`)
  expect(await stays.json()).toMatchObject({ headRows: 3 })
  const tooMany = { columns: ['name', 'number'], headRows: 5, updateExisting: false }
  expect((await admin.json(`/api/contacts/imports/${again.id}/start`, 'POST', tooMany)).status).toBe(422)
})

const CARDS = [
  'BEGIN:VCARD',
  'VERSION:3.0',
  'N:Seis;Rita;;;',
  'FN:Rita Seis',
  'TEL;type=HOME;type=VOICE:(11) 3301-0030',
  'TEL;type=CELL;type=VOICE;type=pref:+55 11 98801-0030',
  'PHOTO;ENCODING=b;TYPE=JPEG:/9j/4AAQ',
  ' AAAA',
  'END:VCARD',
  'BEGIN:VCARD',
  'VERSION:2.1',
  'N;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:;=5A=C3=A9=6C=69=61;;;',
  'TEL;CELL:11988010031',
  'EMAIL;HOME:zelia@exemplo.com',
  'END:VCARD',
  'BEGIN:VCARD',
  'VERSION:4.0',
  'KIND:org',
  'FN:',
  'ORG:Oficina Três',
  'item1.TEL;VALUE=uri:tel:+55-11-98801-0032',
  'item1.X-ABLabel:Oficina',
  'END:VCARD',
  'BEGIN:VCARD',
  'FN:Sem Número',
  'END:VCARD',
].join('\r\n')

test('a file of contact cards goes through the same preview, and its mobiles come first', async () => {
  const { looked, over, contacts } = await imported(CARDS, 'agenda.vcf')
  expect(looked).toMatchObject({
    fileName: 'agenda.vcf',
    headRows: 1,
    total: 5,
    columns: ['name', 'company', 'number', 'number', 'email'],
    lines: [0, 1, 10, 16, 24],
  })
  expect(looked.rows[0]).toEqual(['Nome', 'Empresa', 'Telefone', 'Telefone 2', 'E-mail'])
  expect(contacts).toEqual([
    { name: 'Oficina Três', number: '5511988010032', email: null, facts: {} },
    { name: 'Rita Seis', number: '5511988010030', email: null, facts: { 'Telefone 2': '+55 (11) 3301-0030' } },
    { name: 'Zélia', number: '5511988010031', email: 'zelia@exemplo.com', facts: {} },
  ])
  expect(over).toMatchObject({ created: 3, failed: 1, errors: [{ line: 24, value: 'Sem Número' }] })
})

test('lists of cards are no people, and a fax comes last', async () => {
  const person = ['BEGIN:VCARD', 'FN:Ana Lima', 'TEL;type=WORK,FAX:(11) 3301-0039', 'TEL;type=HOME:(11) 3301-0030']
  const group = ['BEGIN:VCARD', 'FN:VIP', 'X-ADDRESSBOOKSERVER-KIND:group', 'X-ADDRESSBOOKSERVER-MEMBER:urn:uuid:1']
  const { contacts, over } = await imported([...person, 'END:VCARD', ...group, 'END:VCARD'].join('\n'), 'icloud.vcf')
  expect(counts(over)).toEqual({ created: 1, updated: 0, skipped: 0, failed: 0 })
  expect(contacts).toMatchObject([{ number: '551133010030', facts: { 'Telefone 2': '+55 (11) 3301-0039' } }])
})

test('the content makes a file one of cards, whatever its name; one without people is empty', async () => {
  const w = world()
  const admin = w.admin()
  const latin = Buffer.from('BEGIN:VCARD\nFN:João\nTEL:11988010031\nEND:VCARD', 'latin1')
  expect((await upload(admin, new Uint8Array(latin), 'x.txt')).rows[1]).toEqual(['João', '11988010031'])
  const wide = Buffer.from('\uFEFFBEGIN:VCARD\nFN:João\nTEL:11988010031\nEND:VCARD', 'utf16le')
  expect((await upload(admin, new Uint8Array(wide), 'x.vcf')).rows[1]).toEqual(['João', '11988010031'])
  expect((await upload(admin, 'BEGIN:VCARD\nEND:VCARD', 'x.vcf')).error).toBe('ERR_IMPORT_EMPTY')
  expect((await upload(admin, 'BEGIN:VCARD\nFN:A\nTEL:11988010031\nEND:VCARD\n'.repeat(50_001), 'x.vcf')).error).toBe(
    'ERR_SPREADSHEET_TOO_LONG',
  )
})

test('our own export of people with several numbers changes nothing', async () => {
  const w = world()
  const admin = w.admin()
  await importInto(
    w,
    admin,
    'Nome;Empresa;Celular;Telefone celular 2;WhatsApp\nBia Reis;Bolos;(11) 98801-0001;(11) 98801-0002;(11) 3301-0001',
  )
  const before = stored(w)
  expect(before).toMatchObject([{ number: '551133010001', facts: { Celular: '+55 (11) 98801-0001' } }])
  const file = await admin.request('/api/contacts/export')
  const form = new FormData()
  form.set('file', new File([await file.arrayBuffer()], 'contatos.xlsx'))
  const looked = (await (
    await admin.request('/api/contacts/upload', { method: 'POST', body: form })
  ).json()) as ImportDetail // the route's response
  const body = { columns: looked.columns, headRows: looked.headRows, updateExisting: true }
  await admin.json(`/api/contacts/imports/${looked.id}/start`, 'POST', body)
  await until(() => w.rows("SELECT 1 FROM imports WHERE state = 'running'").length === 0, 'the import over')
  const over = await (await admin.request(`/api/contacts/imports/${looked.id}`)).json()
  expect(over).toMatchObject({ created: 0, failed: 0 })
  expect(stored(w)).toEqual(before)
})
