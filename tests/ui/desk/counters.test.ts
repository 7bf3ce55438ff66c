/** The counters beside the tabs move with the ticket. */
import { describe, expect, test } from 'bun:test'
import { countMove, countMoves } from '../../../ui/features/desk/rules/moves'
import { CountedPlaces } from '../../../ui/shared/live/useAskAfterMoves'
import { ticket } from '../messages/support'

const ME = 1
const counters = { open: 5, pending: 4, bot: 2, groupOpen: 3, groupPending: 2, unread: 6, late: 1, groupLate: 0 }
const place = {
  status: 'pending',
  isBot: false,
  isGroup: false,
  userId: null,
  unreadMessages: 2,
  isMarkUnread: false,
} as const
const taken = { ...place, status: 'open', userId: ME } as const
const everybody = { showAll: true, userId: ME }
const own = { showAll: false, userId: ME }

test('a ticket that is read and unread again is counted again, as is one that is marked or becomes visible', () => {
  const places = new CountedPlaces()
  const [unread, seen] = [ticket({ unreadMessages: 1 }), ticket()]
  expect([unread, unread].map((one) => places.hasMoved(one))).toEqual([true, false])
  places.forget(unread.id) // read, or not visible
  expect([unread, seen].map((one) => places.hasMoved(one))).toEqual([true, true])
  expect(places.hasMoved(ticket({ isMarkUnread: true }))).toBe(true)
})

describe('a move', () => {
  test('accepting moves one from waiting to open', () => {
    for (const whose of [everybody, own])
      expect(countMove(counters, [place, taken], whose)).toEqual({ ...counters, pending: 3, open: 6 })
  })
  test('a colleague’s new ticket counts among everybody’s, not the user’s own', () => {
    const given = { ...taken, userId: 2 }
    expect(countMove(counters, [taken, given], everybody)).toEqual(counters)
    expect(countMove(counters, [taken, given], own)).toEqual({ ...counters, open: 4, unread: 5 })
  })
  test('a resolved ticket is counted nowhere, and is not unread', () => {
    const closed = { ...taken, status: 'closed', unreadMessages: 0 } as const
    expect(countMove(counters, [taken, closed], own)).toEqual({ ...counters, open: 4, unread: 5 })
    expect(countMove(counters, [closed, taken], own)).toEqual({ ...counters, open: 6, unread: 7 })
  })
  test('groups have counters of their own, and no owner', () => {
    const group = { ...place, isGroup: true }
    const open = { ...group, status: 'open', userId: 2 } as const
    expect(countMove(counters, [group, open], own)).toEqual({ ...counters, groupPending: 1, groupOpen: 4 })
  })
  test('a conversation with the bot is counted there alone, and is unread for nobody', () => {
    const served = { ...place, isBot: true }
    expect(countMove(counters, [served, place], own)).toEqual({ ...counters, bot: 1, pending: 5, unread: 7 })
    expect(countMove(counters, [served, taken], own)).toEqual({ ...counters, bot: 1, open: 6, unread: 7 })
  })
  test('marking as unread updates the bell', () => {
    const read = { ...taken, unreadMessages: 0 }
    expect(countMove(counters, [read, { ...read, isMarkUnread: true }], own)).toEqual({ ...counters, unread: 7 })
  })
  test('an undone move leaves no trace, also if the server recounted in between', () => {
    const there = countMove(counters, [place, taken], own)
    expect(countMove(there, [taken, place], own)).toEqual(counters)
    const counted = countMoves(counters, [[place, taken]], own)
    expect(counted).toEqual(there)
  })
})
