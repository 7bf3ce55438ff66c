import { describe, expect, test } from 'bun:test'
import Sqlite from 'better-sqlite3'
import { recognise } from '../../../src/moving-in/families/recognise'
import { NotRecognised, openSource } from '../../../src/moving-in/families/source'
import { openStaging } from '../../../src/moving-in/families/staging'
import { installation } from '../samples/installation'
import { writeStaging } from '../samples/staging'
import type { SampleTable } from '../samples/table'
import { sampleOf } from '../samples/tables'
import { bakeryOf, now, openSample, openTables, stagingPath } from './support'

const table = (name: string, columns: string, ...rows: readonly (readonly (string | null)[])[]): SampleTable => ({
  name,
  columns: columns.split(' ').map((column) => ({ name: column, type: 'text' })),
  rows,
})

function wordsOf(...tables: readonly SampleTable[]): string {
  const path = stagingPath()
  writeStaging(tables, path)
  const staging = openStaging(path)
  const { family, words } = recognise(staging)
  staging.raw.close()
  expect(family).toBeNull()
  return words
}

/** As few columns as a dump may have. */
const bare = [
  table('Users', 'id name email', ['1', 'Ana', 'ana@a.example']),
  table('Whatsapps', 'id name', ['1', 'Principal']),
  table('Contacts', 'id name number', ['1', 'Maria', '5511987654321']),
  table('Tickets', 'id status contactId', ['1', 'open', '1']),
]

describe('what is none of the products', () => {
  test('is named, with the tables that are missing', () => {
    expect(wordsOf()).toBe('The dump has no tables.')
    expect(wordsOf(...bare)).toBe(
      'The dump is not whole: there is no table Messages. Was it made with a list of tables, or cut off?',
    )
    expect(wordsOf(table('orders', 'id'), table('items', 'id'))).toBe(
      'This is no Ticketz, Whaticket or Izing: there is no table Contacts, no table Tickets, no table Messages, no table Users, ' +
        'no table Whatsapps. Its tables are orders, items.',
    )
  })

  test.each([
    ['channel_web_widgets', 'Chatwoot'],
    ['conversation_statuses', 'LibreDesk'],
    ['glpi_tickets', 'GLPI'],
    ['Instance', 'Evolution API'],
  ])('is named by its table %s', (name, product) => {
    expect(wordsOf(table(name, 'id'), table('users', 'id'))).toBe(
      `This is a dump of ${product}, which cannot be moved in.`,
    )
  })

  test('is refused when it is opened', async () => {
    const path = stagingPath()
    writeStaging([table('orders', 'id')], path)
    await expect(openSource(path, { now })).rejects.toBeInstanceOf(NotRecognised)
  })
})

describe('columns', () => {
  test('may all be missing', async () => {
    const source = await openTables([...bare, table('Messages', 'id body ticketId', ['A1', 'Oi', '1'])])
    expect(source.family).toBe('community')
    const [company] = source.listCompanies()
    expect(company).toMatchObject({ id: '1', name: '', active: true, isOperator: false })
    expect([...source.rows('messages', '1')]).toMatchObject([
      { id: 'A1', body: 'Oi', ticketId: '1', contactId: '1', ack: 0, fromMe: false, saidAt: expect.any(Number) },
    ])
    expect([...source.rows('users', '1')]).toMatchObject([
      { name: 'Ana', profile: null, passwordHash: null, active: true },
    ])
    source.close()
  })

  test('of a fork that mixes two products are read by what they are', async () => {
    // A SaaS fork with the ids and chatbots of the one of 2025, and the bare options of before.
    const source = await openTables([
      table('Companies', 'id name status', ['1', 'Loja', 't']),
      table('Users', 'id name email companyId super', ['1', 'Ana', 'ana@a.example', '1', 't']),
      table('Whatsapps', 'id name companyId channel', ['1', 'Oficial', '1', 'whatsapp_oficial']),
      table('Queues', 'id name companyId orderQueue', ['1', 'Vendas', '1', '3']),
      table('QueueOptions', 'id title queueId parentId', ['1', 'Velha', '1', null]),
      table(
        'Chatbots',
        'id name queueId chatbotId queueType optUserId',
        ['1', 'Raiz', '1', null, 'text', null],
        ['2', 'Ramo', null, '1', 'text', null],
        ['3', 'Folha', null, '2', 'attendent', '1'],
        ['4', 'Órfã', null, '99', 'text', null],
      ),
      table('Contacts', 'id name number companyId', ['1', 'Maria', '5511987654321', '1']),
      table('Tickets', 'id status contactId companyId', ['1', 'nps', '1', '1']),
      table(
        'Messages',
        'id wid body ticketId companyId quotedMsgId',
        ['1', 'AA', 'Oi', '1', '1', null],
        ['2', 'BB', 'Resposta', '1', '1', '1'],
      ),
      table('QuickAnswers', 'id shortcut message companyId', ['1', 'oi', 'Olá', '1']),
      table('QuickMessages', 'id shortcode message companyId userId', ['1', 'pix', 'Chave', '1', '1']),
    ])
    expect(source.family).toBe('saas2025')
    expect(source.listCompanies()).toMatchObject([{ name: 'Loja', isOperator: true }])
    expect([...source.rows('connections', '1')]).toMatchObject([{ channel: 'whatsapp_official' }])
    expect([...source.rows('queueOptions', '1')]).toMatchObject([
      { title: 'Raiz', kind: 'text' },
      { title: 'Ramo', parentId: '1', queueId: null },
      { title: 'Folha', kind: 'user', targetId: '1' },
    ])
    expect([...source.rows('messages', '1')]).toMatchObject([
      { id: '1', externalId: 'AA' },
      { id: '2', quotedId: '1' },
    ])
    expect([...source.rows('tickets', '1')]).toMatchObject([{ status: 'closed', isRatingAsked: true }])
    expect([...source.rows('quickMessages', '1')]).toMatchObject([
      { id: '1', shortcode: 'pix', isShared: false },
      { id: 'QuickAnswers:1', shortcode: 'oi', isShared: true },
    ])
    expect(source.listLeft()).toEqual(
      expect.arrayContaining([
        { table: 'QueueOptions', companyId: null, count: 1 },
        { table: 'Chatbots', companyId: null, count: 1 },
      ]),
    )
    source.close()
  })

  test('of tables in lower case are found', async () => {
    const lower = sampleOf('community', installation).tables.map((one) => ({ ...one, name: one.name.toLowerCase() }))
    const source = await openTables(lower, 'mysql')
    expect(source.family).toBe('community')
    expect(source.count('messages', '1')).toBeGreaterThan(20)
    source.close()
  })

  test('that nobody reads are listed once they hold something', async () => {
    const source = await openSample('saas', (tables) =>
      tables.map((one) =>
        one.name === 'Tickets'
          ? {
              ...one,
              columns: [...one.columns, { name: 'kanbanOld', type: 'text' }, { name: 'empty', type: 'text' }],
              rows: [...one.rows].map((row) => [...row, 'x', '']),
            }
          : one,
      ),
    )
    expect(source.listUnknownColumns()).toEqual(['Tickets.kanbanOld'])
    source.close()
  })
})

describe('rows without a company or a parent', () => {
  test('are counted under their table', async () => {
    const source = await openTables([
      table('Companies', 'id name', ['1', 'Loja']),
      table(
        'Users',
        'id name email companyId',
        ['1', 'Ana', 'a@a.example', '1'],
        ['2', 'Sem empresa', 'b@a.example', null],
        ['3', 'De empresa apagada', 'c@a.example', '9'],
      ),
      table('UserQueues', 'userId queueId', ['1', '7'], ['8', '1'], ['1', '1']),
      table('Queues', 'id name companyId', ['1', 'Vendas', '1']),
      table('Whatsapps', 'id name companyId', ['1', 'Principal', '1']),
      table('Contacts', 'id name number companyId', ['1', 'Maria', '5511987654321', '1']),
      table('Tickets', 'id status contactId companyId', ['1', 'open', '1', '1'], ['2', 'open', '1', null]),
      table('Tags', 'id name companyId', ['1', 'VIP', '1']),
      table('TicketTags', 'ticketId tagId', ['1', '1'], ['1', '5'], ['77', '1']),
      table(
        'Messages',
        'id body ticketId companyId',
        ['A', 'Oi', '1', '1'],
        ['B', 'Sem atendimento', '99', '1'],
        ['C', 'Sem nada', null, null],
      ),
      table('Prompts', 'id apiKey companyId', ['1', 'sk-1', '1'], ['2', 'sk-2', null]),
    ])
    expect(source.count('users', '1')).toBe(1)
    expect(source.count('userQueues', '1')).toBe(1)
    // A ticket without a company is its contact's.
    expect(source.count('tickets', '1')).toBe(2)
    expect([...source.rows('messages', '1')]).toMatchObject([{ id: 'B', contactId: null, ticketId: '99' }, { id: 'A' }])
    expect(source.listLeft().toSorted((a, b) => a.table.localeCompare(b.table))).toEqual([
      { table: 'Messages', companyId: null, count: 1 },
      { table: 'Prompts', companyId: null, count: 1, reason: 'keysTypedAnew', names: [] },
      { table: 'Prompts', companyId: '1', count: 1, reason: 'keysTypedAnew', names: [] },
      { table: 'TicketTags', companyId: '1', count: 2 },
      { table: 'UserQueues', companyId: '1', count: 2 },
      { table: 'Users', companyId: null, count: 2 },
    ])
    source.close()
  })
})

describe('the order of messages', () => {
  const saas = (columns: string, ...messages: readonly (readonly (string | null)[])[]) => [
    table('Companies', 'id name', ['1', 'Loja']),
    table('Users', 'id name email companyId', ['1', 'Ana', 'a@a.example', '1']),
    table('Whatsapps', 'id name companyId', ['1', 'Principal', '1']),
    table(
      'Contacts',
      'id name number companyId',
      ['1', 'Maria', '5511987654321', '1'],
      ['2', 'Rosa', '5511987654322', '1'],
    ),
    table(
      'Tickets',
      'id status contactId companyId',
      ['1', 'open', '1', '1'],
      ['2', 'open', '2', '1'],
      ['3', 'closed', '1', '1'],
    ),
    table('Messages', columns, ...messages),
  ]
  const said = (seconds: number) =>
    JSON.stringify({ key: {}, messageTimestamp: seconds, message: { conversation: 'não "messageTimestamp":1 aqui' } })
  const day = 1_793_000_000

  test('is that of what was said, for each contact over all tickets', async () => {
    const source = await openTables(
      saas(
        'id body ticketId companyId createdAt dataJson',
        ['A', 'drei', '1', '1', '2026-11-01 10:00:00+00', said(day + 30)],
        ['B', 'vier', '3', '1', '2026-11-01 09:00:00+00', said(day + 40)],
        ['C', 'eins', '2', '1', '2026-11-01 08:00:00+00', said(day + 10)],
        ['D', 'zwei', '3', '1', '2026-11-01 11:00:00+00', said(day + 20)],
        [
          'E',
          'fünf',
          '1',
          '1',
          'infinity',
          '{"key":{},"messageTimestamp":{"low":1793000050,"high":0,"unsigned":true},"mess',
        ],
        ['F', 'sechs', '1', '1', '2026-11-01 12:00:00+00', '{cut'],
        ['G', 'sieben', '1', '1', '2099-01-01 00:00:00+00', null],
        ['H', 'null', '1', '1', '0000-00-00 00:00:00', '{"messageTimestamp":0}'],
      ),
    )
    const rows = [...source.rows('messages', bakeryOf(source))]
    expect(rows.map(({ id }) => id)).toEqual(['D', 'A', 'B', 'E', 'F', 'G', 'H', 'C'])
    expect(rows.map(({ saidAt }) => saidAt).slice(0, 4)).toEqual(
      [20, 30, 40, 50].map((second) => (day + second) * 1000),
    )
    source.close()
  })

  test('is written once, and stays after the file is opened again', async () => {
    const path = stagingPath()
    writeStaging(saas('id body ticketId companyId', ['A', 'a', '1', '1'], ['B', 'b', '2', '1']), path)
    const first = await openSource(path, { now })
    first.joinContacts('1', [['2', '1']])
    const before = [...first.rows('messages', '1')]
    first.close()
    const again = await openSource(path, { now })
    expect([...again.rows('messages', '1')]).toEqual(before)
    again.close()
    const raw = new Sqlite(path)
    expect(raw.prepare('SELECT count(*) AS count FROM moving_rows').get()).toEqual({ count: 9 })
    raw.close()
  })
})

test("Izing's messages that are to be sent later are schedules", async () => {
  const source = await openSample('izing', (tables) =>
    tables.map((one) => {
      if (one.name !== 'Messages') return one
      const [first] = [...one.rows]
      const change = (values: Readonly<Record<string, string | number | null>>) =>
        one.columns.map(({ name }, at) => (name in values ? (values[name] ?? null) : (first?.[at] ?? null)))
      const later = Date.parse('2027-01-01T12:00:00Z')
      return {
        ...one,
        rows: [
          ...one.rows,
          change({ id: 'later', messageId: null, scheduleDate: later, status: 'pending', body: 'Feliz ano novo' }),
          change({ id: 'was', messageId: '3EB0SENT', scheduleDate: later, status: 'sended', body: 'Já foi' }),
        ],
      }
    }),
  )
  const company = bakeryOf(source)
  expect([...source.rows('schedules', company)]).toMatchObject([
    { body: 'Feliz ano novo', sendAt: Date.parse('2027-01-01T12:00:00Z'), status: 'pending' },
  ])
  const bodies = [...source.rows('messages', company)].map(({ body }) => body)
  expect(bodies).toContain('Já foi')
  expect(bodies).not.toContain('Feliz ano novo')
  source.close()
})

test.each([
  ['media/1/2/3/abcdefghij/foto.jpeg', 'media/1/2/3/abcdefghij/foto.jpeg'],
  ['1700000000.jpeg', '1700000000.jpeg'],
  ['https://api.loja.example/public/media/1/Or%C3%A7amento.pdf?x=1', 'media/1/Orçamento.pdf'],
  ['https://api.loja.example:443/public/100%.jpeg', '100%.jpeg'],
  ['https://bucket.s3.example/foto.jpeg', 'https://bucket.s3.example/foto.jpeg'],
  ['../../etc/passwd', '../../etc/passwd'],
  ['', null],
])('the file %p is at %p', async (mediaUrl, path) => {
  const source = await openTables([...bare, table('Messages', 'id body ticketId mediaUrl', ['A1', '', '1', mediaUrl])])
  expect([...source.rows('messages', '1')].map(({ mediaPath }) => mediaPath)).toEqual([path])
  source.close()
})
