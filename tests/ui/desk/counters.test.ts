/** The figures beside the tabs move with the ticket. */
import { describe, expect, test } from 'bun:test'
import { countMove, countMoves } from '../../../ui/features/desk/rules/moves'
import { CountedPlaces } from '../../../ui/shared/live/useAskAfterMoves'
import { ticket } from '../messages/support'

const ME = 1
const counters = { open: 5, pending: 4, groupOpen: 3, groupPending: 2, unread: 6, late: 1, groupLate: 0 }
const place = { status: 'pending', isGroup: false, userId: null, unreadMessages: 2, isMarkUnread: false } as const
const taken = { ...place, status: 'open', userId: ME } as const
const everybody = { showAll: true, userId: ME }
const own = { showAll: false, userId: ME }

test('a ticket read and then unread again is counted again, as is one that is marked or comes back into sight', () => {
  const places = new CountedPlaces()
  const [unread, seen] = [ticket({ unreadMessages: 1 }), ticket()]
  expect([unread, unread].map((one) => places.hasMoved(one))).toEqual([true, false])
  places.forget(unread.id) // read, or out of sight
  expect([unread, seen].map((one) => places.hasMoved(one))).toEqual([true, true])
  expect(places.hasMoved(ticket({ isMarkUnread: true }))).toBe(true)
})

describe('a move counts', () => {
  test('accepting: one waits less, one is attended more', () => {
    for (const whose of [everybody, own])
      expect(countMove(counters, [place, taken], whose)).toEqual({ ...counters, pending: 3, open: 6 })
  })
  test('what a colleague gets is among everybody’s, not among one’s own', () => {
    const given = { ...taken, userId: 2 }
    expect(countMove(counters, [taken, given], everybody)).toEqual(counters)
    expect(countMove(counters, [taken, given], own)).toEqual({ ...counters, open: 4, unread: 5 })
  })
  test('what is resolved is counted nowhere, and waits to be read by nobody', () => {
    const closed = { ...taken, status: 'closed', unreadMessages: 0 } as const
    expect(countMove(counters, [taken, closed], own)).toEqual({ ...counters, open: 4, unread: 5 })
    expect(countMove(counters, [closed, taken], own)).toEqual({ ...counters, open: 6, unread: 7 })
  })
  test('groups have figures of their own, and no owner', () => {
    const group = { ...place, isGroup: true }
    const open = { ...group, status: 'open', userId: 2 } as const
    expect(countMove(counters, [group, open], own)).toEqual({ ...counters, groupPending: 1, groupOpen: 4 })
  })
  test('marking as unread is read off the bell', () => {
    const read = { ...taken, unreadMessages: 0 }
    expect(countMove(counters, [read, { ...read, isMarkUnread: true }], own)).toEqual({ ...counters, unread: 7 })
  })
  test('a move taken back leaves no trace, also where the server has counted in between', () => {
    const there = countMove(counters, [place, taken], own)
    expect(countMove(there, [taken, place], own)).toEqual(counters)
    const counted = countMoves(counters, [[place, taken]], own)
    expect(counted).toEqual(there)
  })
})
