/** The shared keep-alive timer: each session pings once per interval, many at the same moment. */
import { afterEach, beforeEach, expect, jest, test } from 'bun:test'
import { createKeepAlive } from '../../../../src/channels/whatsapp/session/keep-alive'

const EVERY = 20_000
beforeEach(() => void jest.useFakeTimers())
afterEach(() => void jest.useRealTimers())

/** A hundred sessions that started at different times, and their ping times. */
function hundred() {
  const keepAlive = createKeepAlive(EVERY)
  const start = Date.now()
  return Array.from({ length: 100 }, () => {
    const beats: number[] = []
    const joined = Date.now() - start
    const leave = keepAlive.join(() => void beats.push(Date.now() - start))
    jest.advanceTimersByTime(30)
    return { joined, beats, leave }
  })
}

test('each session pings once per interval, first within one', () => {
  const sessions = hundred()
  jest.advanceTimersByTime(3 * EVERY)
  for (const { joined, beats } of sessions) {
    expect((beats[0] ?? Infinity) - joined).toBeLessThanOrEqual(EVERY)
    for (const [n, beat] of beats.slice(1).entries()) expect(beat - (beats[n] ?? 0)).toBe(EVERY)
  }
})

test('a hundred sessions ping at ten moments of an interval, evenly distributed', () => {
  const sessions = hundred()
  for (const { beats } of sessions) beats.length = 0
  jest.advanceTimersByTime(EVERY)
  const moments = Map.groupBy(
    sessions.flatMap(({ beats }) => beats),
    (beat) => beat,
  )
  expect([...moments.values()].map(({ length }) => length)).toEqual(Array(10).fill(10))
})

test('a stopped session no longer pings, and the timer stops with the last one', () => {
  const sessions = hundred()
  const [first, ...others] = sessions
  first?.leave()
  const before = first?.beats.length
  jest.advanceTimersByTime(EVERY)
  expect(first?.beats).toHaveLength(before ?? 0)
  expect(jest.getTimerCount()).toBe(1)
  for (const { leave } of others) leave()
  expect(jest.getTimerCount()).toBe(0)
})

test('a session’s ping may stop another at the same moment', () => {
  const keepAlive = createKeepAlive(EVERY)
  const [pinged, leaves]: [number[], (() => void)[]] = [[], []]
  for (let n = 0; n < 20; n++)
    leaves.push(
      keepAlive.join(() => {
        pinged.push(n)
        leaves[n + 10]?.()
      }),
    )
  jest.advanceTimersByTime(2 * EVERY)
  expect(pinged.filter((n) => n >= 10)).toEqual([])
  expect(pinged.filter((n) => n < 10)).toHaveLength(20)
})
