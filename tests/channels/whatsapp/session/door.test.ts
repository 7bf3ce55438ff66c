/** Sessions that open come in a few at a time, a moment apart, and whoever is looked at first. */
import { expect, test } from 'bun:test'
import { defaultLimits } from '../../../../src/channels/whatsapp/limits'
import { makeDoor } from '../../../../src/channels/whatsapp/session/door'
import { until } from '../support'

const make = (more: object = {}) => makeDoor({ openAtOnce: 2, openApart: 1, openSlow: 60_000, ...more }, () => 0.5)

function queueUp(door: ReturnType<typeof make>, names: readonly string[], first = false) {
  const inside = new Map<string, () => void>()
  for (const name of names) void door.enter({ first }).then((leave) => inside.set(name, leave))
  return inside
}

test('so many at a time; each that leaves lets another in', async () => {
  const inside = queueUp(make(), ['a', 'b', 'c', 'd'])
  await until(() => inside.size === 2)
  await Bun.sleep(20)
  expect([...inside.keys()]).toEqual(['a', 'b'])
  inside.get('a')?.()
  inside.get('a')?.() // again does no harm
  await until(() => inside.size === 3)
  await Bun.sleep(20)
  expect([...inside.keys()]).toEqual(['a', 'b', 'c'])
})

test('where nothing else is said, six', async () => {
  const inside = queueUp(make({ openAtOnce: defaultLimits.openAtOnce }), [...'abcdefgh'])
  await until(() => inside.size === 6)
  await Bun.sleep(20)
  expect(inside.size).toBe(6)
})

test('they come in a moment apart', async () => {
  const started = performance.now()
  const inside = queueUp(make({ openAtOnce: 10, openApart: 20 }), ['a', 'b', 'c', 'd'])
  await until(() => inside.size === 4)
  expect(performance.now() - started).toBeGreaterThan(50)
})

test('whoever somebody waits for in front of a screen comes before all others', async () => {
  const door = make({ openAtOnce: 1 })
  const inside = queueUp(door, ['a', 'b', 'c'])
  const watched = queueUp(door, ['w'], true)
  await until(() => inside.size === 1)
  inside.get('a')?.()
  await until(() => watched.size === 1)
  expect(inside.size).toBe(1)
})

test('one that never gets through does not keep the others out', async () => {
  const inside = queueUp(make({ openAtOnce: 1, openSlow: 30 }), ['a', 'b', 'c'])
  await until(() => inside.size === 3, 2_000)
})
