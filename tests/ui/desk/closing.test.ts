import { describe, expect, test } from 'bun:test'
import { closingBody, closingQuestions } from '../../../ui/features/desk/rules/closing'

const on = [{ key: 'userRating', value: 'enabled' }]
const off = [{ key: 'userRating', value: 'disabled' }]

describe('before a ticket is closed', () => {
  test.each([
    [on, false, 'with farewell', true],
    [on, false, 'silently', false],
    [on, true, 'with farewell', false],
    [off, false, 'with farewell', false],
    [[], false, 'with farewell', false],
  ] as const)('%j, group %p, %s: asks for a rating %p', (settings, isGroup, farewell, rating) => {
    expect(closingQuestions(settings, { isGroup }, farewell).rating).toBe(rating)
  })
})

test('the request carries the user’s choices', () => {
  expect(closingBody({ farewell: 'with farewell', rating: 'usual' })).toEqual({ status: 'closed' })
  expect(closingBody({ farewell: 'silently', rating: 'connection' })).toMatchObject({
    sendFarewellMessage: false,
    askRating: true,
  })
  expect(closingBody({ farewell: 'with farewell', rating: 7 })).toEqual({ status: 'closed', ratingId: 7 })
  expect(closingBody({ farewell: 'with farewell', rating: 'none' })).toEqual({ status: 'closed', askRating: false })
  expect(closingBody({ farewell: 'silently', rating: 'none' })).toMatchObject({
    status: 'closed',
    sendFarewellMessage: false,
    askRating: false,
  })
})
