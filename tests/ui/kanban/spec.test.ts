/** The board's rules: lanes, moves and search. Its events are tested in tests/kanban/kanban.live.ts. */
import { describe, expect, test } from 'bun:test'
import type { Tag } from '../../../src/features/tags/contract'
import {
  choiceOf,
  foundCards,
  inLanes,
  type Lanes,
  laneOf,
  lanesOf,
  NO_LANE,
  placeIn,
  preview,
  whyClosed,
  whyFixed,
} from '../../../ui/features/kanban/spec'
import { withLane } from '../../../ui/features/tags/spec'
import { ticket } from '../messages/support'

const tag = (id: number, name: string) => ({ id, name, color: '#127eee', kanban: 1, position: id }) as Tag // the rules look at no more
const [first, second] = [tag(1, 'Novo'), tag(2, 'Fechado')]
const vip = { id: 9, name: 'VIP', color: '#127eee' }
const byTags: Lanes = { kind: 'tags', tags: [first, second], queues: [] }
const byQueues: Lanes = {
  kind: 'queues',
  tags: [],
  queues: [3, 4].map((id) => ({ id, name: `Fila ${id}`, color: '#127eee' })),
}
const ana = { id: 5, profile: 'user' as const, allUserChat: false, queueIds: [3] }

describe('lanes', () => {
  test('start with the one for all others', () => {
    expect(lanesOf(byTags, 'Sem coluna').map(({ id, name }) => [id, name])).toEqual([
      [NO_LANE, 'Sem coluna'],
      [1, 'Novo'],
      [2, 'Fechado'],
    ])
  })

  test('contain a card by its first lane tag, or by its queue', () => {
    expect(laneOf(ticket({ tags: [vip] }), byTags)).toBe(NO_LANE)
    expect(laneOf(ticket({ tags: [vip, second, first] }), byTags)).toBe(1)
    expect([null, 4, 77].map((queueId) => laneOf(ticket({ queueId }), byQueues))).toEqual([NO_LANE, 4, NO_LANE])
  })

  test('contain each card once, in the order of the board', () => {
    const cards = [3, 2, 1].map((id) => ticket({ id, tags: id === 2 ? [] : [first, second] }))
    const found = inLanes(cards, byTags)
    expect([...found].map(([lane, there]) => [lane, there.map(({ id }) => id)])).toEqual([
      [1, [3, 1]],
      [NO_LANE, [2]],
    ])
  })

  test('show the position where a card will be', () => {
    const at = (id: number, minute: number) => ticket({ id, updatedAt: `2026-11-21T10:${minute}:00.000Z` })
    const lane = [at(1, 50), at(2, 30)]
    expect([55, 40, 20].map((minute) => placeIn(lane, at(3, minute)))).toEqual([0, 1, 2])
  })

  test('a card loses the tag of its lane when moved to another, and keeps its other tags', () => {
    const names = (row: ReturnType<typeof ticket>) => row.tags.map(({ name }) => name)
    const card = ticket({ tags: [vip, first] })
    expect(names(withLane(card, second, byTags.tags))).toEqual(['VIP', 'Fechado'])
    expect(names(withLane(card, null, byTags.tags))).toEqual(['VIP'])
  })
})

describe('a card', () => {
  test("can be moved if it has no queue, or one of the user's", () => {
    expect([null, 3, 4].map((queueId) => whyFixed(ticket({ queueId }), ana, 'tags'))).toEqual([null, null, 'queue'])
  })

  test('of a colleague can change its queue only with the permission to see all', () => {
    const card = ticket({ queueId: 3, status: 'open', userId: 8 })
    expect(whyFixed(card, ana, 'queues')).toBe('colleague')
    expect(whyFixed(card, ana, 'tags')).toBeNull()
    expect(whyFixed(card, { ...ana, profile: 'admin' }, 'queues')).toBeNull()
  })

  test('can be moved to every lane of tags, and to queues that the user serves', () => {
    expect([NO_LANE, 1, 2].map((lane) => whyClosed(lane, 'tags', ana))).toEqual([null, null, null])
    expect([NO_LANE, 3, 4].map((lane) => whyClosed(lane, 'queues', ana))).toEqual(['none', null, 'queue'])
  })

  test('shows 27 characters of the last message', () => {
    expect(preview('a'.repeat(27))).toBe('a'.repeat(27))
    expect(preview('a'.repeat(28))).toBe(`${'a'.repeat(27)}…`)
    expect(preview('👍'.repeat(30))).toBe(`${'👍'.repeat(27)}…`)
    expect(preview('duas\nlinhas')).toBe('duas linhas')
  })
})

describe('filters', () => {
  const cards = [
    ticket({
      id: 1,
      userId: 5,
      contact: { id: 1, name: 'João Conceição', number: '5521', username: null, profilePicUrl: null },
    }),
    ticket({ id: 2, userId: null, tags: [vip] }),
  ]
  const found = (view: Parameters<typeof foundCards>[1]) => foundCards(cards, view).map(({ id }) => id)

  test('match every term in name, number, message and tags, ignoring case and accents', () => {
    expect(found({ search: 'CONCEICAO joao' })).toEqual([1])
    expect(found({ search: 'vip' })).toEqual([2])
    expect(found({ search: 'joão vip' })).toEqual([])
    expect(found({ search: '  ' })).toEqual([1, 2])
  })

  test('narrow to a user, or to tickets without an attendant', () => {
    expect([found({ person: 5 }), found({ person: 'nobody' })]).toEqual([[1], [2]])
  })

  test("request one queue from the server, or the user's own and tickets without a queue", () => {
    expect(choiceOf({}, ana, true)).toEqual({ queueIds: null, showAll: true })
    expect(choiceOf({ queue: 4 }, ana, false)).toEqual({ queueIds: [4], showAll: false })
    expect(choiceOf({ queue: 'mine' }, ana, false)).toEqual({ queueIds: [0, 3], showAll: false })
  })
})
