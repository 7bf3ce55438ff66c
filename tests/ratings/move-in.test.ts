/** Answers to the question at the end of a ticket, from another product. */
import { describe, expect, test } from 'bun:test'
import type { SourceRows } from '../../src/moving-in/source'
import { getRows } from '../../src/platform/sql'
import { countDifferences } from '../../src/tickets/figures/recount'
import { moveWith, sourceWith } from '../moving-in/plain-tickets'

const tickets = [
  { createdAt: 1, updatedAt: 50, userId: '2', queueId: '1' },
  { createdAt: 2, updatedAt: 60 },
]
const columns = 'ticket_id, user_id, queue_id, rating_id, type, value, label, satisfied, top, asked_at, answered_at'

type RatingRow = Partial<SourceRows['ratings']>
const scales: readonly (readonly [string, RatingRow, object])[] = [
  ['of three', { rate: 2, top: 3 }, { type: 'csat', value: 2, label: 'Satisfeito', satisfied: 1, top: 3 }],
  ['of five', { rate: 5, top: 5 }, { type: 'csat', value: 5, label: '5', satisfied: 1, top: 5 }],
  ['of five, unhappy', { rate: 2, top: 5 }, { type: 'csat', value: 2, label: '2', satisfied: 0, top: 5 }],
  ['of ten', { rate: 0, top: 10 }, { type: 'nps', value: 0, label: 'Nada provável', satisfied: null, top: 10 }],
]

describe('an answer', () => {
  for (const [name, row, expected] of scales)
    test(`on a scale ${name}`, async () => {
      const moved = await moveWith('ratings', { tickets, ratings: [{ ticketId: '1', createdAt: 45, ...row }] })
      const [found] = getRows<{ label: string }>(moved.db, `SELECT ${columns} FROM ticket_ratings`)
      expect(found).toMatchObject({ ...expected, label: found?.label ?? '' })
      if (row.top !== 10) expect(found).toMatchObject(expected)
      expect(found).toMatchObject({ user_id: 2, queue_id: 1, rating_id: null, asked_at: 45, answered_at: 45 })
      expect(countDifferences(moved.db.$client.name)).toBe(0)
    })

  test('is the last of a ticket, asked when its tracking says; a zero of old rows is none', async () => {
    const ratings = [
      { ticketId: '1', rate: 1, createdAt: 40 },
      { ticketId: '1', rate: 4, createdAt: 45, userId: '1' },
      { ticketId: '2', rate: 0, createdAt: 45 },
      { ticketId: null, rate: 3 },
      { ticketId: '2', rate: 7 },
      { ticketId: '2', rate: null },
    ]
    const trackings = [{ ticketId: '1', ratingAt: 30 }]
    const moved = await moveWith('ratings', { tickets, ratings, trackings })
    expect(
      getRows<object>(moved.db, 'SELECT ticket_id, user_id, value, asked_at, answered_at FROM ticket_ratings'),
    ).toEqual([{ ticket_id: 1, user_id: 1, value: 4, asked_at: 30, answered_at: 45 }])
    expect((['noTicket', 'empty', 'unreadable'] as const).map((reason) => moved.skipped('ratings', reason))).toEqual([
      1, 2, 1,
    ])
    expect([moved.imported('ratings'), moved.merged('ratings', 'repeated'), moved.missing]).toEqual([1, 1, []])
  })

  test('that was asked and not given counts as asked, and may come with a newer dump', async () => {
    const rows = { tickets, trackings: [{ ticketId: '1', ratingAt: 30 }] }
    const moved = await moveWith('ratings', rows)
    const read = () => getRows<object>(moved.db, 'SELECT value, asked_at, answered_at FROM ticket_ratings')
    expect(read()).toEqual([{ value: null, asked_at: 30, answered_at: null }])
    const again = await moved.again(sourceWith({ ...rows, ratings: [{ ticketId: '1', rate: 5, createdAt: 44 }] }))
    expect(read()).toEqual([{ value: 5, asked_at: 30, answered_at: 44 }])
    expect([again.imported('ratings'), again.missing]).toEqual([1, []])
    expect(countDifferences(again.db.$client.name)).toBe(0)
  })
})
