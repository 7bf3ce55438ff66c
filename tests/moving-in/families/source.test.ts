import { describe, expect, test } from 'bun:test'
import { kindNames } from '../../../src/moving-in/families/order'
import { readBody } from '../../../src/moving-in/reading/signatures'
import { type Family, families, type Source, type SourceRows } from '../../../src/moving-in/source'
import { installation } from '../samples/installation'
import { isKept, isWebJs, wordsOf } from '../samples/messages'
import type { NeutralMessage } from '../samples/neutral'
import type { SampleTable } from '../samples/table'
import { sampleOf } from '../samples/tables'
import { bakeryOf, now, openSample } from './support'

type Message = SourceRows['messages']
const bakery = installation.companies[1]
if (!bakery) throw new Error('the sample lost its bakery')

const isReaction = ({ mediaType }: Message) => mediaType === 'reactionMessage'
const messagesOf = (source: Source) => [...source.rows('messages', bakeryOf(source))]

describe.each([...families])('%s', (family) => {
  test('is recognised by its columns', async () => {
    const source = await openSample(family)
    expect(source.family).toBe(family)
    expect(source.version).not.toBeNull()
    source.close()
  })

  test('gives every row to one kind of one company, or says that it is left', async () => {
    const tables = sampleOf(family, installation).tables
    const source = await openSample(family)
    const counted = source
      .listCompanies()
      .flatMap(({ id }) =>
        kindNames.map((kind) => (kind === 'settings' ? settingsRows(tables, id, family) : source.count(kind, id))),
      )
    const left = source.listLeft().map(({ count }) => count)
    const whole = ['Companies', 'Tenants', 'Plans', 'Helps', 'SequelizeMeta'].map((name) => rowsIn(tables, name))
    const sum = (numbers: readonly number[]) => numbers.reduce((a, b) => a + b, 0)
    const all = tables.filter(({ name }) => name !== 'CompaniesSettings')
    expect(sum(counted) + sum(left) + sum(whole)).toBe(sum(all.map(({ rows }) => [...rows].length)))
    source.close()
  })

  test('counts as many rows as it streams, for each kind', async () => {
    const source = await openSample(family)
    for (const { id } of source.listCompanies()) {
      for (const kind of kindNames)
        expect([kind, [...source.rows(kind, id)].length]).toEqual([kind, source.count(kind, id)])
    }
    source.close()
  })

  test('has the messages of each contact together, from the oldest, with what was said and when', async () => {
    const source = await openSample(family)
    const found = messagesOf(source).filter((message) => !isReaction(message) && !message.isQuotedCopy)
    const contacts = found.map(({ contactId }) => contactId)
    expect(contacts.filter((contact, at) => contacts.indexOf(contact) !== at && contacts[at - 1] !== contact)).toEqual(
      [],
    )
    const expected = expectedOf(family)
    expect(found.length).toBe(expected.length)
    for (const [contact, messages] of Map.groupBy(expected, (message) => message.contact)) {
      const theirs = found.filter(({ contactId }) => contactId === (contact === null ? null : idOf(source, contact)))
      const said = messages.toSorted((a, b) => saidAt(family, a) - saidAt(family, b))
      expect(theirs.map((message) => message.saidAt)).toEqual(said.map((message) => saidAt(family, message)))
      const texts = said.filter(({ kind }) => kind === 'text').map((message) => wordsOf(family, message))
      const read = theirs
        .filter(({ body }) => texts.includes(readBody(body).text))
        .map(({ body }) => readBody(body).text)
      expect(read).toEqual(texts.filter((text) => !text.includes('@')))
    }
    source.close()
  })

  test('quotes by the id of a message that is there', async () => {
    const source = await openSample(family)
    const company = bakeryOf(source)
    const byText = (part: string) => messagesOf(source).find(({ body }) => body.includes(part))
    for (const reply of ['Quero *dois*', 'Sobre isto de outubro']) {
      const quoted = byText(reply)?.quotedId ?? ''
      expect(source.find('messages', company, quoted)?.body).toContain('Bom dia, Maria!')
      expect(source.find('messages', company, quoted)?.isQuotedCopy).toBe(false)
    }
    source.close()
  })

  test('finds rows by their ids in their company only', async () => {
    const source = await openSample(family)
    const company = bakeryOf(source)
    const [message] = messagesOf(source)
    expect(source.find('messages', company, message?.id ?? '')).toEqual(message as never)
    const [contact] = source.rows('contacts', company)
    const [ticket] = source.rows('tickets', company)
    expect(source.find('contacts', company, contact?.id ?? '')).toEqual(contact as never)
    expect(source.find('tickets', company, ticket?.id ?? '')).toEqual(ticket as never)
    const other = family === 'community' ? undefined : source.listCompanies().at(-1)?.id
    if (other !== undefined) {
      expect(source.find('messages', other, message?.id ?? '')).toBeUndefined()
      expect(source.find('contacts', other, contact?.id ?? '')).toBeUndefined()
      expect(source.find('tickets', other, ticket?.id ?? '')).toBeUndefined()
    }
    source.close()
  })

  test('brings messages of joined contacts into one order, and remembers it', async () => {
    const source = await openSample(family)
    const company = bakeryOf(source)
    const [into, twin] = ['maria', 'maria-old'].map((key) => idOf(source, key))
    source.joinContacts(company, [[twin ?? '', into ?? '']])
    source.joinContacts(company, [[twin ?? '', into ?? '']])
    const joined = messagesOf(source).filter(({ contactId }) => contactId === into || contactId === twin)
    const times = joined.map((message) => message.saidAt)
    expect(times).toEqual(times.toSorted((a, b) => a - b))
    const twins = joined.filter(({ contactId }) => contactId === twin)
    expect(twins.length).toBe(2)
    expect(joined.indexOf(twins[1] as Message)).not.toBe(joined.length - 1)
    expect(source.find('messages', company, twins[1]?.id ?? '')?.saidAt).toBe(twins[1]?.saidAt as number)
    source.close()
  })

  test('has no column that nobody knows', async () => {
    const source = await openSample(family)
    expect(source.listUnknownColumns()).toEqual([])
    source.close()
  })

  test('tells people, queues and options as they are', async () => {
    const source = await openSample(family)
    const company = bakeryOf(source)
    const people = [...source.rows('users', company)]
    expect(people.map(({ name }) => name)).toEqual(bakery.people.map(({ name }) => name))
    expect(people.map(({ email }) => email)).toEqual(bakery.people.map(({ email }) => email))
    expect(people.filter((person) => person.super)).toEqual([])
    expect(source.listCompanies().map(({ isOperator }) => isOperator)).toEqual(
      family === 'community' ? [false] : [family !== 'izing', false, false],
    )
    expect([...source.rows('queues', company)].map(({ name }) => name)).toEqual(['Vendas', 'Suporte'])
    const titles = [...source.rows('queueOptions', company)].map(({ title }) => title)
    expect(titles).toEqual(isWebJs(family) ? [] : ['Preços', 'Encomendas', 'Bolo', 'Salgados'])
    source.close()
  })
})

const rowsIn = (tables: readonly SampleTable[], name: string) =>
  [...(tables.find((table) => table.name === name)?.rows ?? [])].length

/** Settings are rows, and in the 2025 fork columns beside. */
function settingsRows(tables: readonly SampleTable[], company: string, family: Family): number {
  const table = tables.find(({ name }) => name === 'Settings')
  const at = table?.columns.findIndex(({ name }) => name === 'companyId' || name === 'tenantId') ?? -1
  const rows = [...(table?.rows ?? [])]
  return family === 'community' ? rows.length : rows.filter((row) => String(row[at]) === company).length
}

type Expected = NeutralMessage & { readonly contact: string | null }
/** A message that two connections heard is one, but in Ticketz, and in the 2025 fork's ids. */
function expectedOf(family: Family): Expected[] {
  const seen = new Set<string>()
  return (bakery?.tickets ?? []).flatMap((ticket) =>
    ticket.messages.flatMap((message): Expected[] => {
      const isRepeated = seen.has(message.key)
      seen.add(message.key)
      if (!isKept(family, message) || (isRepeated && family !== 'ticketz')) return []
      return [{ ...message, contact: ticket.contact }]
    }),
  )
}

/**
 * Whaticket-community knows only when a message was stored, as others do of messages without WhatsApp's own, and of those
 * that the SaaS fork replaced by their edit. Nothing was said later than now.
 */
function saidAt(family: Family, message: Expected): number {
  const said = Date.parse(message.at)
  const isReplaced = family === 'saas' && message.formerly !== undefined && message.by.kind === 'contact'
  const isBare = message.isOld || message.kind === 'call'
  const isKnown = family === 'saas2025' || family === 'izing' || !(family === 'community' || isBare || isReplaced)
  if (isKnown) return said
  return Math.min(message.storedAt === undefined ? said + 412 : Date.parse(message.storedAt), now)
}

function idOf(source: Source, key: string): string {
  const contact = bakery?.contacts.find((one) => one.key === key)
  const name = contact?.stored ?? contact?.name
  const found = [...source.rows('contacts', bakeryOf(source))].find((one) => one.name === name)
  return found?.id ?? ''
}
