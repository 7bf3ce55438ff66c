import { afterEach, beforeEach, expect, jest, test } from 'bun:test'
import type { TicketSummary } from '../../../src/tickets/contract'
import { type LateMove, LateMoves } from '../../../ui/features/desk/moves/lateMoves'
import { UNDO_FOR } from '../../../ui/shared/kit/undo'
import { ticket } from '../messages/support'

beforeEach(() => void jest.useFakeTimers())
afterEach(() => void jest.useRealTimers())

/** A fake screen that records its calls in order. */
function screen() {
  const calls: string[] = []
  let undo = () => {}
  const late = new LateMoves({
    offer(_, takeBack) {
      calls.push('offered')
      undo = takeBack
      return () => void calls.push('offer over')
    },
    keptOpen: ({ contact }) => void calls.push(`${contact.name} wrote`),
    sendLeaving: async (id, { status }) => void calls.push(`left ${id} ${status}`),
  })
  const move = (status: 'closed' | 'pending', of = ticket()): LateMove => ({
    ticket: of,
    after: { status },
    body: { status },
    send: ({ id }) => void calls.push(`sent ${id} ${status}`),
    takeBack: (now) => void calls.push(`back with ${now.lastMessage}`),
    goBack: () => void calls.push('on screen again'),
    show: (moved) => void calls.push(`shown ${moved.status} with ${moved.lastMessage}`),
  })
  return { late, calls, move, undo: () => undo() }
}
const news = (more: Partial<TicketSummary>) => ticket({ updatedAt: '2026-11-21T10:00:01.000Z', ...more })

test('a closing is sent when its undo offer expires, and not before', () => {
  const { late, calls, move } = screen()
  late.add(move('closed'))
  jest.advanceTimersByTime(UNDO_FOR - 1)
  expect(calls).toEqual(['offered'])
  jest.advanceTimersByTime(1)
  expect(calls).toEqual(['offered', 'offer over', 'sent 7 closed'])
})

test('until then the ticket is shown as moved', () => {
  const { late, move } = screen()
  late.add(move('closed'))
  expect(late.moved()).toEqual([ticket({ status: 'closed' })])
  late.send(7)
  expect(late.moved()).toEqual([])
})

test('an undone move is never sent', () => {
  const { late, calls, move, undo } = screen()
  late.add(move('closed', ticket({ lastMessage: 'oi' })))
  undo()
  jest.advanceTimersByTime(2 * UNDO_FOR)
  expect(calls).toEqual(['offered', 'offer over', 'back with oi', 'on screen again'])
  expect(late.takeBack(7)).toBe(false)
})

test('a page or session that ends sends pending moves at once', async () => {
  const { late, calls, move } = screen()
  late.add(move('closed'))
  late.add(move('pending', ticket({ id: 8 })))
  await late.leave()
  jest.advanceTimersByTime(2 * UNDO_FOR)
  expect(calls.filter((line) => line.startsWith('left') || line.startsWith('sent'))).toEqual([
    'left 7 closed',
    'left 8 pending',
  ])
})

test('a customer who writes before the closing is sent keeps the ticket open; returning to the queue stands', () => {
  const { late, calls, move } = screen()
  late.add(move('closed'))
  late.add(move('pending', ticket({ id: 8 })))
  calls.length = 0
  late.hear(news({ lastMessage: 'obrigada!' }), true)
  late.hear(news({ id: 8, lastMessage: 'oi?' }), true)
  jest.advanceTimersByTime(UNDO_FOR)
  expect(calls).toEqual([
    'offer over',
    'back with obrigada!',
    'Mariana wrote',
    'shown pending with oi?',
    'offer over',
    'sent 8 pending',
  ])
})

test('our own last message changes nothing', () => {
  const { late, calls, move } = screen()
  late.add(move('closed'))
  late.hear(news({ lastMessage: 'Até logo!' }), false)
  jest.advanceTimersByTime(UNDO_FOR)
  expect(calls).toEqual(['offered', 'shown closed with Até logo!', 'offer over', 'sent 7 closed'])
})

test('another user’s move meanwhile stands', () => {
  const { late, calls, move } = screen()
  late.add(move('closed'))
  late.hear(news({ userId: 2 }), false)
  jest.advanceTimersByTime(UNDO_FOR)
  expect(calls).toEqual(['offered', 'offer over'])
})

test('a second move of the same ticket sends the first, and has its own delay', () => {
  const { late, calls, move } = screen()
  late.add(move('pending'))
  jest.advanceTimersByTime(UNDO_FOR / 2)
  late.add(move('closed'))
  jest.advanceTimersByTime(UNDO_FOR - 1)
  expect(calls).toEqual(['offered', 'offer over', 'sent 7 pending', 'offered'])
  jest.advanceTimersByTime(1)
  expect(calls.at(-1)).toBe('sent 7 closed')
})
