/**
 * A search returns exactly what a full scan returns, in the same order: for few and many matches, before, during and
 * after building the word index.
 */
import { describe, expect, test } from 'bun:test'
import { indexNames } from '../../src/contacts/name-index'
import { numberMatcher } from '../../src/contacts/number-needle'
import { listContacts } from '../../src/features/contact-book/list'
import { needleOf, searchable } from '../../src/platform/needle'
import { createRandom } from '../support/random'
import { NOON, type World, world } from '../support/world'

const MAX_MATCHES = 5000
const PAGE = 40

type Person = { id: number; name: string; number: string | null; isGroup: boolean }

const signsOf = (text: string) => [...text].length

function fitsName(name: string, words: readonly string[]): boolean {
  const [word = '', ...others] = words
  const startsWord = (short: string) => name.startsWith(short) || name.includes(` ${short}`)
  if (others.length > 0) return words.every((one) => (signsOf(one) > 2 ? name.includes(one) : startsWord(one)))
  if (signsOf(word) > 2) return name.includes(word)
  return word !== '' && (signsOf(word) === 2 ? startsWord(word) : name.startsWith(word))
}
const fits = ({ name, number }: Person, search: string): boolean =>
  fitsName(searchable(name), needleOf(search)) || numberMatcher(search)(number)

/** By bytes, as SQLite compares text. */
const byName = (a: Person, b: Person) =>
  Buffer.compare(Buffer.from(searchable(a.name)), Buffer.from(searchable(b.name))) || a.id - b.id

const everybody = (w: World): Person[] =>
  w.rows('SELECT id, name, number, is_group FROM contacts').map((row) => {
    const { id, name, number, is_group } = row as { id: number; name: string; number: string | null; is_group: number } // the columns are listed
    return { id, name, number, isGroup: is_group === 1 }
  })

function expected(people: readonly Person[], search: string, page: number) {
  const meant = people.filter((person) => fits(person, search)).sort((a, b) => b.id - a.id)
  const shown = meant.slice(0, MAX_MATCHES).filter(({ isGroup }) => !isGroup)
  const ids = shown.sort(byName).map(({ id }) => id)
  return { ids: ids.slice(PAGE * (page - 1), PAGE * page), hasMore: ids.length > PAGE * page, count: ids.length }
}

const everyone = {
  name: '',
  number: '',
  created: null,
  categoryId: null,
  connectionIds: null,
  active: null,
  noTicket: false,
  claim: null,
  order: { by: 'name', isDescending: false },
  after: null,
} as const

function found(w: World, search: string, page: number) {
  const wanted = { ...everyone, either: search, page }
  const { contacts, hasMore, count } = listContacts(w.db, wanted)
  return { ids: contacts.map(({ id }) => id), hasMore, count }
}

const FIRST = [
  'Ana',
  'Mariana',
  'Ána Maria',
  'João',
  'Luciana',
  'José',
  'Zilda',
  'ANA',
  'Anabela',
  'Şükrü',
  'Ольга',
  '😀 Bia',
]
const LAST = [
  'Souza',
  'de Souza',
  'Souza Souza',
  'Lima',
  'da Silva',
  'Limeira',
  'D"Ávila',
  "D'Ávila",
  'Lima  Dois',
  '100%_\\',
  'Sousa',
  'L.',
  '',
]

/** Contacts whose names share words and parts of words; one in twenty is a group, every second one has a number. */
function addContacts(w: World, count: number, seed: number) {
  const { pick, below, oneIn } = createRandom(seed)
  const insert = w.db.$client.prepare(
    'INSERT INTO contacts (name, name_folded, number, is_group, created_at) VALUES (?, ?, ?, ?, 0)',
  )
  w.db.$client.transaction(() => {
    for (let n = 0; n < count; n++) {
      const name = [pick(FIRST), ...(oneIn(2) ? [pick(LAST)] : []), pick(LAST), ...(oneIn(30) ? ['cliente 5521'] : [])]
        .join(' ')
        .trim()
      insert.run(
        name,
        searchable(name),
        oneIn(2) ? null : `5521${seed}${String(n).padStart(5, '0')}${below(10)}`,
        Number(oneIn(20)),
      )
    }
  })()
}

/** Random substrings of names and numbers, some without any match. */
function searches(w: World, count: number, seed: number): string[] {
  const { pick, below, oneIn } = createRandom(seed)
  const people = everybody(w)
  return Array.from({ length: count }, () => {
    const { name, number } = pick(people)
    const text = [...(number && oneIn(4) ? number : name)]
    const from = below(text.length)
    const part = text.slice(from, from + 1 + below(16)).join('')
    return oneIn(6) ? `${part}x` : oneIn(4) ? part.toUpperCase() : part
  }).filter((search) => needleOf(search).length > 0)
}

const isBuilding = (w: World) => w.rows('SELECT below FROM contact_words_due').length > 0

/** The state of a database right after the upgrade: no name is indexed. */
function forgetWords(w: World) {
  w.db.$client.exec('DELETE FROM contact_words; DELETE FROM name_words; DELETE FROM contact_word_sets')
  w.rows('INSERT INTO contact_words_due SELECT max(id) + 1 FROM contacts RETURNING below')
}

describe('a search', () => {
  test('finds the same contacts as a full scan, whether few or many match', () => {
    const w = world()
    const kinds = { few: 0, many: 0, none: 0 }
    for (const size of [60, 900, 2500]) {
      addContacts(w, size, size)
      const people = everybody(w)
      for (const search of [
        ...searches(w, 60, size),
        'souza',
        'ana',
        'ana souza',
        'souza ana',
        'sil da',
        'd a',
        'an',
        'li',
        'a',
        'lima  d',
        '5521',
      ])
        for (const page of [1, 2]) {
          const wanted = expected(people, search, page)
          kinds[wanted.count === 0 ? 'none' : wanted.count > 300 ? 'many' : 'few']++
          expect([search, page, found(w, search, page)]).toEqual([search, page, wanted])
        }
    }
    expect(Math.min(kinds.few, kinds.many, kinds.none)).toBeGreaterThan(20)
  })

  test('lists the newest of more than five thousand matches, wherever they sort', () => {
    const w = world()
    addContacts(w, 12_000, 7)
    const people = everybody(w)
    for (const search of ['ana', 'souza', 'an', 'a', '5521', 'zilda', 'a so'])
      for (const page of [1, 3])
        expect([search, found(w, search, page)]).toEqual([search, expected(people, search, page)])
  })

  test('finds the same while the word index is being built and contacts are renamed, deleted and added', () => {
    const w = world()
    const { pick, below, oneIn } = createRandom(5)
    addContacts(w, 700, 5)
    forgetWords(w)
    const change = w.db.$client.prepare('UPDATE contacts SET name = ?, name_folded = ? WHERE id = ?')
    const remove = w.db.$client.prepare('DELETE FROM contacts WHERE id = ?')
    for (let round = 0; isBuilding(w) || round < 12; round++) {
      for (let n = 0; n < 20; n++) {
        const name = `${pick(FIRST)} ${pick(LAST)}`.trim()
        if (oneIn(3)) remove.run(1 + below(700))
        else change.run(name, searchable(name), 1 + below(700))
      }
      addContacts(w, 10, 20 + round)
      if (round > 2) indexNames(w.cx)
      const people = everybody(w)
      for (const search of [...searches(w, 15, round), 'souza', 'souza ana', 'ana souza', 'an'])
        expect([round, search, found(w, search, 1)]).toEqual([round, search, expected(people, search, 1)])
    }
    w.rows('DELETE FROM contacts RETURNING id')
    expect(
      w.rows(
        'SELECT word FROM name_words UNION ALL SELECT rest FROM contact_words UNION ALL SELECT id FROM contact_word_sets_docsize',
      ),
    ).toEqual([])
  })

  test('lists tickets of matching contacts by latest change, page by page', async () => {
    const w = world()
    const admin = w.admin()
    addContacts(w, 1500, 3)
    const { below, pick, oneIn } = createRandom(3)
    const people = everybody(w)
    const tickets = Array.from({ length: 1200 }, () => {
      const contact = pick(people)
      const updatedAt = NOON + below(1000) * 1000
      return {
        id: w.ticket({ contactId: contact.id, status: 'closed', isGroup: contact.isGroup, updatedAt }).id,
        contact,
        updatedAt,
      }
    }).sort((a, b) => b.updatedAt - a.updatedAt || b.id - a.id)
    for (const search of [...searches(w, 60, 9), 'souza', 'ana', 'an', 'lima', '12', '#100', '5521']) {
      const scope = oneIn(2) ? { status: 'closed' } : oneIn(2) ? { isGroup: 'false' } : {}
      const shown: number[] = []
      for (let page = 1, more = true; more && page < 4; page++) {
        const query = new URLSearchParams({ ...scope, searchParam: search, showAll: 'true', pageNumber: String(page) })
        const answer = (await (await admin.request(`/api/tickets?${query}`)).json()) as {
          tickets: { id: number }[]
          hasMore: boolean
        } // what the route declares
        shown.push(...answer.tickets.map(({ id }) => id))
        more = answer.hasMore
      }
      const own = Number(/^#?(\d{1,15})$/.exec(search.trim())?.[1])
      const meant = tickets.filter(({ id, contact }) => (search.trim() !== '' && fits(contact, search)) || id === own)
      const listed = meant.filter(({ contact }) => !('isGroup' in scope) || !contact.isGroup).map(({ id }) => id)
      expect([search, scope, shown]).toEqual([search, scope, listed.slice(0, 3 * PAGE)])
    }
  }, 180_000)

  test('finds tickets of many matching contacts behind thousands of newer ones of others', async () => {
    const w = world()
    const admin = w.admin()
    const pupil = w.db.$client.prepare('INSERT INTO contacts (name, name_folded, created_at) VALUES (?, ?, 0)')
    const old = Array.from({ length: 400 }, (_, n) => {
      const contactId = Number(pupil.run(`Aluno ${n}`, `aluno ${n}`).lastInsertRowid)
      return n % 100 === 0 ? [w.ticket({ contactId, status: 'closed', updatedAt: NOON - n }).id] : []
    }).flat()
    const { id } = w.ticket({ status: 'closed' })
    const [row] = w.rows('SELECT * FROM tickets WHERE id = ?', id)
    const columns = Object.keys(row as object).filter(
      (column) => !['id', 'uuid', 'updated_at', 'tab', 'waits_from'].includes(column),
    ) // a row is an object
    w.db.$client.exec(`WITH RECURSIVE n (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM n WHERE n < 4100)
    INSERT INTO tickets (uuid, updated_at, ${columns}) SELECT 'later-' || n, ${NOON} + n, ${columns} FROM n, tickets WHERE id = ${id}`)
    for (const scope of ['', '&status=closed&isGroup=false']) {
      const answer = await admin.request(`/api/tickets?searchParam=aluno&showAll=true${scope}`)
      const { tickets } = (await answer.json()) as { tickets: { id: number }[] } // what the route declares
      expect(tickets.map(({ id }) => id)).toEqual(old)
    }
  })
})
