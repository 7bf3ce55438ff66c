/** A move that is killed in any of its slices goes on, and ends as if it had not been. */
import { expect, test } from 'bun:test'
import type { Mover } from '../../../src/moving-in/mover'
import { messageMover } from '../../../src/tickets/moving-in/move-messages'
import { filesOf, type MovedIn, moveIn } from '../../moving-in/support'
import { inSuite } from '../../support/long'
import { MINUTE, messagesOf, people, row, SAID } from './support'

const rows = Array.from({ length: 60 }, (_, n) => {
  const isReaction = n % 9 === 8
  return row({
    id: `M${n}`,
    ...(n % 13 === 5 && { externalId: null, isPrivate: true }),
    ...(n % 17 === 4 && { externalId: 'M3' }),
    ...(n % 7 === 2 && { mediaType: 'image', mediaPath: `${n % 3}.jpg` }),
    ...(n % 5 === 3 && n > 5 && { quotedId: `M${n - 4}` }),
    ...(isReaction && { mediaType: 'reactionMessage', quotedId: `M${n - 8}` }),
    body: isReaction ? '👍' : `texto ${n}`,
    fromMe: n % 4 === 0,
    ack: n % 4 === 0 ? 4 : 0,
    contactId: n < 40 ? '1' : '3',
    ticketId: n < 20 ? '1' : n < 40 ? '11' : '3',
    saidAt: SAID + n * MINUTE,
  })
})
const former = [{ id: '1', messageId: 'M1', ticketId: '1', body: 'antes', createdAt: SAID + 2 * MINUTE }]
const files = filesOf({ '0.jpg': 'zero', '1.jpg': 'one' })
const SLICE = 7

/** Ends within the transaction of its `nth` slice, and begins again without its memory. */
const killedAt = (nth: number): Mover => ({
  name: 'messages',
  async move(move) {
    let slices = 0
    try {
      await messageMover.move?.({
        ...move,
        inPreparedSlices: (name, all, prepare, take) =>
          move.inPreparedSlices(
            name,
            all,
            prepare,
            (slice, prepared) => {
              take(slice, prepared)
              slices += 1
              if (slices === nth) throw new Error('killed')
            },
            SLICE,
          ),
      })
    } catch (error) {
      if (!(error instanceof Error && error.message === 'killed')) throw error
      await messageMover.move?.(move)
    }
  },
})

const TABLES = ['messages', 'reactions', 'message_edits', 'message_hours', 'message_search_due', 'moved_ids']
const stateOf = (moved: MovedIn) => ({
  tables: TABLES.map((table) => moved.db.$client.prepare(`SELECT * FROM ${table} ORDER BY 1, 2`).all()),
  counts: ['imported', 'merged', 'skipped'].map((part) => moved.tally[part as 'imported']),
})

test('goes on behind the last slice that was stored', async () => {
  const whole = stateOf(await moveIn(messagesOf(rows, { former }), { movers: [people, messageMover], files }))
  expect(whole.tables[0]?.length).toBeGreaterThan(40)
  const slices = Math.ceil(rows.length / SLICE)
  for (let nth = 1; nth <= slices; nth += inSuite(3, 1)) {
    const killed = await moveIn(messagesOf(rows, { former }), { movers: [people, killedAt(nth)], files })
    expect({ nth, ...stateOf(killed) }).toEqual({ nth, ...whole })
  }
})
