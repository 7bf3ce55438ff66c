/** Lockouts and rate limits. */
import { describe, expect, test } from 'bun:test'
import { createAllowance, createLimiter } from '../../src/platform/limiter'
import { processorWatch } from '../support/cpu'

describe('lockouts after failures', () => {
  const limited = () => {
    let now = 0
    const doors = createLimiter(() => now, { most: 3, window: 100, shut: 50 })
    return {
      doors,
      at(time: number) {
        now = time
      },
    }
  }

  test('the third failure within the window locks the key for the set time', () => {
    const { doors, at } = limited()
    for (const time of [0, 40, 80]) {
      at(time)
      expect(doors.wait('a')).toBe(0)
      doors.failed('a')
    }
    expect(doors.wait('a')).toBe(50)
    at(129)
    expect(doors.wait('a')).toBe(1)
    at(130)
    expect(doors.wait('a')).toBe(0)
    doors.failed('a')
    expect(doors.wait('a')).toBe(0)
  })

  test('failures outside the window expire, keys count separately, and success resets', () => {
    const { doors, at } = limited()
    for (const time of [0, 101, 202, 303]) {
      at(time)
      doors.failed('a')
      expect(doors.wait('a')).toBe(0)
    }
    doors.failed('b')
    doors.failed('b')
    doors.succeeded('b')
    doors.failed('b')
    expect(doors.wait('b')).toBe(0)
  })

  test('a clock set back prolongs no lockout and keeps no failure longer', () => {
    const { doors, at } = limited()
    at(1_000_000)
    for (let n = 0; n < 3; n++) doors.failed('a')
    for (let n = 0; n < 2; n++) doors.failed('b')
    expect([doors.wait('a'), doors.wait('b')]).toEqual([50, 0])
    at(0)
    doors.failed('b')
    expect([doors.wait('a'), doors.wait('b')]).toEqual([0, 0])
  })

  test('a flood of keys fills no memory, and each failure stays cheap', () => {
    const { doors, at } = limited()
    at(1)
    for (let n = 0; n < 3; n++) doors.failed('shut')
    const spent = processorWatch()
    for (let n = 0; n < 60_000; n++) doors.failed(`k${n}`)
    expect(spent()).toBeLessThan(1500)
    expect(doors.wait('shut')).toBe(50)
    doors.failed('k0')
    doors.failed('k0')
    expect(doors.wait('k0')).toBe(0) // its first failure was forgotten
    doors.failed('k59999')
    doors.failed('k59999')
    expect(doors.wait('k59999')).toBe(50)
  })
})

describe('rate limits', () => {
  test('refuse further uses until the window ends, separately for each key', () => {
    let now = 0
    const allowance = createAllowance(() => now, { most: 3, window: 100 })
    const takes = (key: string, times: number) => Array.from({ length: times }, () => allowance.take(key))
    expect(takes('a', 2)).toEqual([0, 0])
    now = 60
    expect(takes('a', 3)).toEqual([0, 40, 40])
    expect(takes('b', 1)).toEqual([0])
    now = 100
    expect(takes('a', 4)).toEqual([0, 0, 0, 100])
  })

  test('allow uses again when the clock is set back, and a flood of keys fills no memory', () => {
    let now = 1000
    const allowance = createAllowance(() => now, { most: 1, window: 100 })
    allowance.take('a')
    now = 0
    expect(allowance.take('a')).toBe(0)
    expect(allowance.take('a')).toBeGreaterThan(0)
    for (let n = 0; n < 60_000; n++) allowance.take(`k${n}`)
    expect(allowance.take('a')).toBe(0) // forgotten
  })
})
