/** The judge sees what it is there for. */
import { describe, expect } from 'bun:test'
import type { BookEntry } from '../../../src/simulator/contract'
import { test } from '../../support/trace'
import type { StoredRow } from '../../survival/support/ledger'
import { type Case, judgeCompany, judgeSessions } from './judge'

const COMPANY = '552130500000'
const CUSTOMER = '5511910000000'

const entry = (id: string, order: number, more: Partial<BookEntry> = {}): BookEntry => ({
  id,
  chat: COMPANY,
  fromMe: false,
  kind: 'text',
  text: `texto ${id}`,
  edited: false,
  revoked: false,
  reactions: [],
  media: null,
  order,
  sentAt: order,
  deliveredAt: order,
  readAt: null,
  times: 1,
  ...more,
})
const row = (id: number, externalId: string, more: Partial<StoredRow> = {}): StoredRow => ({
  id,
  number: CUSTOMER,
  externalId,
  fromMe: 1,
  ack: 3,
  failure: null,
  refused: null,
  body: `texto ${externalId}`,
  createdAt: id,
  ticketId: 1,
  contactId: 1,
  connectionId: 1,
  clientId: `client ${externalId}`,
  kind: 'text',
  isDeleted: 0,
  isEdited: 0,
  media: null,
  reactions: '[]',
  extra: null,
  actions: '[]',
  ...more,
})
type Fixture = {
  entries: BookEntry[]
  rows: StoredRow[]
  hooks: { id: string; body: string; data: object }[]
  journal: string[]
  journaledActions: string[]
  edited: [clientId: string, text: string][]
  wasClockSet: boolean
}

/** One message of the customer, and two answers. */
const whole = (): Fixture => ({
  entries: [entry('A', 1, { fromMe: true }), entry('B', 2), entry('C', 3)],
  rows: [row(1, 'A', { fromMe: 0, clientId: null }), row(2, 'B'), row(3, 'C')],
  hooks: [],
  journal: [],
  journaledActions: [],
  edited: [],
  wasClockSet: false,
})

function findings({ entries, rows, hooks, journal, journaledActions, edited, wasClockSet }: Fixture): string[] {
  const receiver = { received: hooks, refused: [] } as unknown as Case['company']['receiver']
  const integrity = ['ok', 'ok']
  const ledger = { rows, journal, journaledActions, integrity, miscounted: 0 } as unknown as Case['ledger']
  const posted = (id: string) =>
    [`client ${id}`, { company: 0, id: id === 'B' ? 2 : 3, text: id, to: CUSTOMER }] as const
  return judgeCompany({
    company: { customers: [{ number: CUSTOMER, ticketId: 1, contactId: 1 }], number: COMPANY, receiver },
    at: 0,
    ledger,
    books: [{ phone: CUSTOMER, entries }],
    told: {
      posted: new Map([posted('B'), posted('C')]),
      edited: new Map(edited),
      renamed: [],
      said: new Map([['A', { company: 0, from: CUSTOMER }]]),
      refused: [],
      wasClockSet,
    },
  })
}

describe('the judge', () => {
  test('finds nothing where everything agrees', () => {
    expect(findings(whole())).toEqual([])
  })

  const cases: readonly [string, (w: Fixture) => void, RegExp][] = [
    ['a lost message of a customer', ({ rows }) => rows.splice(0, 1), /lost: A/],
    ['one that is stored twice', ({ rows }) => rows.push(row(9, 'A', { fromMe: 0 })), /doubled: A/],
    ['an answer that never arrived', ({ entries }) => entries.splice(1, 1), /never arrived: B/],
    ['one that arrived twice', ({ entries }) => entries.push(entry('B', 4)), /arrived twice: B/],
    [
      'one that arrived under two ids',
      ({ entries }) => entries.push(entry('D', 4, { text: 'texto B' })),
      /twice: "texto B"/,
    ],
    ['one that nobody stored', ({ entries }) => entries.push(entry('D', 4)), /not stored: D/],
    ['one that was confirmed and is gone', ({ rows }) => rows.splice(2, 1), /answered with 200/],
    ['answers out of order', ({ entries }) => entries.splice(1, 2, entry('C', 2), entry('B', 3)), /out of order/],
    ['an edit that one side has', ({ rows }) => void Object.assign(rows[2] ?? {}, { isEdited: 1 }), /edited/],
    ['an edit that is gone', ({ edited }) => edited.push(['client B', 'novo']), /an edit to "novo" is lost/],
    ['one that stays in the journal', ({ journal }) => journal.push('D'), /D is in the journal/],
    ['a webhook that changed', ({ hooks }) => hooks.push(hook('1', 'a'), hook('1', 'b')), /other content/],
  ]
  const hook = (id: string, body: string) => ({ id, body, data: {} })

  for (const [name, spoil, words] of cases)
    test(`finds ${name}`, () => {
      const fixture = whole()
      spoil(fixture)
      expect(findings(fixture).join('\n')).toMatch(words)
    })

  test('finds nothing wrong with what was stored and has not left the journal yet', () => {
    expect(findings({ ...whole(), journal: ['A', 'an edit'], journaledActions: ['an edit'] })).toEqual([])
  })

  test('takes an edit that was undone with a reason for lost, unless a clock was set', () => {
    const { rows, ...others } = whole()
    const undone = rows.map((one) => (one.externalId === 'B' ? { ...one, refused: 'editTooLate' } : one))
    const fixture: Fixture = { ...others, rows: undone, edited: [['client B', 'novo']] }
    expect(findings({ ...fixture, wasClockSet: true })).toEqual([])
    expect(findings(fixture)).toHaveLength(1)
  })

  test('finds two sessions of a phone at once, unless a node could not close its own', () => {
    const overlap = [{ phone: COMPANY, at: 5000 }]
    expect(judgeSessions(overlap, [])).toHaveLength(1)
    expect(judgeSessions(overlap, [{ from: 1000, until: 6000 }])).toEqual([])
    expect(judgeSessions(overlap, [{ from: 10_000, until: 20_000 }])).toHaveLength(1)
  })
})
