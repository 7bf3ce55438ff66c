import { expect, test } from 'bun:test'
import { type Fields, outcomesOf, readShapes, type Sending, type Shape } from './shapes'

const AT = 1_772_452_740_123
const PERSON = '2021988887777'

const elementOf = (person: string, element: Fields): Fields => ({
  sender: { id: person },
  recipient: { id: '$ACCOUNT' },
  timestamp: AT,
  ...element,
})
const entryWith = (...messaging: readonly Fields[]): Fields => ({ id: '$ACCOUNT', time: AT + 400, messaging })

/** What is null in a shape is missing in the webhook. */
const withoutNulls = (element: Fields): Fields =>
  Object.fromEntries(Object.entries(element).filter(([, value]) => value !== null))

const sendingOf = (channel: 'facebook' | 'instagram'): Sending => ({
  channel,
  object: channel === 'facebook' ? 'page' : 'instagram',
  entryOf({ element, entry, times = 1, person }: Shape) {
    if (entry) return entry as Fields // written in the file
    const one = withoutNulls(elementOf(String(person), element as Fields)) // likewise
    return entryWith(...new Array<Fields>(times).fill(one))
  },
  textOf: (person, mid, text) => entryWith(elementOf(person, { message: { mid, text } })),
})

test.each([
  ['messenger', 'facebook'],
  ['instagram', 'instagram'],
] as const)('%s', async (name, channel) => {
  const shapes = readShapes(name).map((shape) => ({ ...shape, person: PERSON }))
  const { found, wanted, errors } = await outcomesOf(shapes, sendingOf(channel))
  expect(found).toEqual(wanted)
  expect(errors).toEqual([])
})
