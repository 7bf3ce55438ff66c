/** Keys of services and of linked devices. */
import { expect, test } from 'bun:test'
import { countCompany } from '../../../src/operator/moving-in/company'
import { emptyTally } from '../../../src/operator/moving-in/tally'
import { readColumns, type SampleTable, type SampleValue } from '../samples/table'
import { moveIn } from '../support'
import { bakeryOf, openSample } from './support'

const SECRET = 'sk-very-secret'

/** The samples' tables with these rows in one more. */
const withTable =
  (name: string, columns: string, rows: readonly (readonly SampleValue[])[]) => (tables: readonly SampleTable[]) => [
    ...tables.filter((table) => table.name !== name),
    { name, columns: readColumns(columns), rows },
  ]

test('rows with keys of services are named, and their keys go nowhere', async () => {
  const plain = await openSample('saas')
  const company = bakeryOf(plain)
  plain.close()
  const rows = [
    [1, 'Vendedora', SECRET, Number(company)],
    [2, null, SECRET, Number(company)],
    [3, 'De outra', SECRET, 99],
  ] as const
  const source = await openSample(
    'saas',
    withTable('Prompts', 'id:integer name:text apiKey:text companyId:integer', rows),
  )
  expect(source.listLeft().filter(({ table }) => table === 'Prompts')).toEqual([
    { table: 'Prompts', companyId: company, count: 2, reason: 'keysTypedAnew', names: ['Vendedora'] },
    { table: 'Prompts', companyId: null, count: 1, reason: 'keysTypedAnew', names: ['De outra'] },
  ])
  const moved = await moveIn(source, { company, movers: [] })
  const found = source.listCompanies().find(({ id }) => id === company)
  if (!found) throw new Error('no company')
  const counted = countCompany(moved.cx, source, found, { tally: emptyTally(), details: {} })
  expect(counted.tally.skipped['Prompts keysTypedAnew']).toBe(2)
  expect(counted.details['Prompts keysTypedAnew']).toEqual(['Vendedora'])
  expect(JSON.stringify(counted)).not.toContain(SECRET)
  source.close()
})

test('keys of a linked device are those of its connection', async () => {
  const rows = [
    [1, 'pre-key', '5', '{"private":1}'],
    [2, 'session', 'a.0', '{}'],
    [1, 'sender-key', 'g::b::0', null],
  ] as const
  const change = withTable('BaileysKeys', 'whatsappId:integer type:varchar key:varchar value:text', rows)
  const source = await openSample('ticketz', change)
  expect([...(source.sessionKeys?.('1') ?? [])]).toEqual([{ type: 'pre-key', id: '5', value: '{"private":1}' }])
  expect(source.listLeft().filter(({ table }) => table === 'BaileysKeys')).toEqual([
    { table: 'BaileysKeys', companyId: null, count: 3, reason: 'scanAgain' },
  ])
  source.close()
  const other = await openSample('saas')
  expect([...(other.sessionKeys?.('1') ?? [])]).toEqual([])
  other.close()
})
