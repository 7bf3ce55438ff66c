/** The rules of the tags page: rows, names of new tags, and tags on tickets. Events: tests/tags/tags.live.ts. */
import { describe, expect, test } from 'bun:test'
import type { Tag } from '../../../src/features/tags/contract'
import { isNew, newValues, shareOf, shownTags, withTag } from '../../../ui/features/tags/spec'
import { withTagAs } from '../../../ui/features/tags/ticketPart'
import { ticket } from '../messages/support'

const tag = (id: number, name: string, rest: Partial<Tag> = {}) =>
  ({ id, name, color: '#127eee', kanban: 0, position: 0, userId: null, ticketsCount: 0, ...rest }) as Tag // no other fields are read
const list = [
  tag(1, 'VIP', { ticketsCount: 4 }),
  tag(2, 'Órgão', { kanban: 1, position: 1 }),
  tag(3, 'entrega', { kanban: 1, ticketsCount: 9 }),
]
const names = (rows: readonly Tag[]) => rows.map(({ name }) => name)

describe('the table', () => {
  test('is sorted by name, searched without case and accents, and shows lanes or the others', () => {
    expect(names(shownTags(list, {}))).toEqual(['entrega', 'Órgão', 'VIP'])
    expect(names(shownTags(list, { search: ' ORGAO' }))).toEqual(['Órgão'])
    expect(names(shownTags(list, { kanban: 'yes' }))).toEqual(['entrega', 'Órgão'])
    expect(names(shownTags(list, { kanban: 'no' }))).toEqual(['VIP'])
  })

  test('is sorted by each column, lanes in their order', () => {
    expect(names(shownTags(list, { sort: 'tickets', desc: true }))).toEqual(['entrega', 'VIP', 'Órgão'])
    expect(names(shownTags(list, { sort: 'id' }))).toEqual(['VIP', 'Órgão', 'entrega'])
    expect(names(shownTags(list, { sort: 'kanban' }))).toEqual(['VIP', 'entrega', 'Órgão'])
  })
})

test('a text can become a tag if it is long enough and new; its colour is unlike the others', () => {
  expect([' VI ', ' vip ', 'orgao', 'Troca'].map((text) => isNew(list, text))).toEqual([false, false, false, true])
  expect(newValues(list, 'Troca')).toMatchObject({ name: 'Troca', kanban: false })
  expect(newValues(list).color).not.toBe('#127eee')
})

describe('on tickets', () => {
  const [vip, entrega] = [tag(1, 'VIP'), tag(3, 'entrega')]
  const [both, one] = [ticket({ tags: [vip, entrega] }), ticket({ tags: [vip] })]

  test('all selected ones have it, some, or none', () => {
    expect([shareOf([both, one], vip), shareOf([both, one], entrega), shareOf([one], entrega)]).toEqual([
      'all',
      'some',
      'none',
    ])
  })

  test('it is added once, and removed', () => {
    const ids = (row: typeof one) => row.tags.map(({ id }) => id)
    expect([ids(withTag(one, vip, true)), ids(withTag(one, entrega, true)), ids(withTag(both, vip, false))]).toEqual([
      [1],
      [1, 3],
      [3],
    ])
  })

  test('it is renamed in place and removed when deleted; other tickets stay the same objects', () => {
    const renamed = withTagAs(both, 1, { id: 1, name: 'zzz', color: '#d93f5a' })
    expect(renamed.tags.map(({ name }) => name)).toEqual(['entrega', 'zzz'])
    expect(withTagAs(both, 1, null).tags.map(({ id }) => id)).toEqual([3])
    expect(withTagAs(one, 3, null)).toBe(one)
    expect(withTagAs(one, 1, { id: 1, name: 'VIP', color: '#127eee' })).toBe(one)
  })
})
