/** A conversation counts as viewed while it is on a visible page. */
import { afterEach, beforeEach, expect, jest, test } from 'bun:test'
import { isAttended, LEFT_AFTER, LOOKS_AFTER, watchLook } from '../../../ui/features/desk/rules/presence'
import { throttleTrailing } from '../../../ui/shared/throttle'

beforeEach(() => void jest.useFakeTimers())
afterEach(() => void jest.useRealTimers())

class Page extends EventTarget {
  visibilityState: DocumentVisibilityState = 'visible'
  turn(state: DocumentVisibilityState) {
    this.visibilityState = state
    this.dispatchEvent(new Event('visibilitychange'))
  }
}

function conversation(state: DocumentVisibilityState = 'visible') {
  const page = new Page()
  page.visibilityState = state
  const reports: string[] = []
  const tell = { begin: () => void reports.push('begin'), end: () => void reports.push('end') }
  return { page, reports, leave: watchLook(page, tell) }
}

test('leafing through conversations does not count as viewing them', () => {
  const { reports, leave } = conversation()
  jest.advanceTimersByTime(LOOKS_AFTER - 1)
  leave()
  jest.advanceTimersByTime(LEFT_AFTER)
  expect(reports).toEqual([])
})

test('a page hidden for less than a minute still counts as viewed; hidden longer, not until it is shown again', () => {
  const { page, reports, leave } = conversation()
  jest.advanceTimersByTime(LOOKS_AFTER)
  page.turn('hidden')
  jest.advanceTimersByTime(LEFT_AFTER - 1)
  page.turn('visible')
  jest.advanceTimersByTime(LEFT_AFTER)
  expect(reports).toEqual(['begin'])
  page.turn('hidden')
  jest.advanceTimersByTime(LEFT_AFTER)
  expect(reports).toEqual(['begin', 'end'])
  page.turn('visible')
  jest.advanceTimersByTime(LOOKS_AFTER)
  leave()
  expect(reports).toEqual(['begin', 'end', 'begin', 'end'])
})

test('a page that opens hidden does not count as viewed', () => {
  const { reports, leave } = conversation('hidden')
  jest.advanceTimersByTime(2 * LEFT_AFTER)
  leave()
  expect(reports).toEqual([])
})

test('continuous messages are marked as read half a second after the first', () => {
  const read: number[] = []
  const reading = throttleTrailing(() => read.push(Date.now()), 500)
  const start = Date.now()
  for (let at = 0; at < 1_200; at += 100) {
    reading.ask()
    jest.advanceTimersByTime(100)
  }
  expect(read.map((at) => at - start)).toEqual([500, 1_000])
  reading.cancel()
  jest.advanceTimersByTime(1_000)
  expect(read).toHaveLength(2)
})

test('a waiting contact does not see the company online while an admin previews', () => {
  const ticket = { isGroup: false } as const
  expect(isAttended({ ...ticket, status: 'pending' })).toBe(false)
  expect(isAttended({ ...ticket, status: 'open' })).toBe(true)
  expect(isAttended({ ...ticket, status: 'closed' })).toBe(true)
  expect(isAttended({ status: 'pending', isGroup: true })).toBe(true)
})
