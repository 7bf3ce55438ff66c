/** Actions that run only after their undo offer. */
import { afterEach, beforeEach, expect, jest, test } from 'bun:test'
import { toast } from '../../../ui/shared/kit/toast'
import { UNDO_FOR, undoLatest } from '../../../ui/shared/kit/undo'
import { signOut } from '../../../ui/shared/session/access'
import { kept } from '../../support/local-storage'

beforeEach(() => void jest.useFakeTimers())
afterEach(() => {
  jest.useRealTimers()
  kept.clear() // sign-out is recorded there
})

function late() {
  const done: string[] = []
  toast.late('Observação excluída', { undo: () => done.push('undone'), send: () => done.push('sent') })
  return done
}

test('runs once the offer expires, and not before', () => {
  const done = late()
  jest.advanceTimersByTime(UNDO_FOR - 1)
  expect(done).toEqual([])
  jest.advanceTimersByTime(1)
  expect(done).toEqual(['sent'])
  expect(undoLatest()).toBe(false)
})

test('never runs when undone', () => {
  const done = late()
  expect(undoLatest()).toBe(true)
  jest.advanceTimersByTime(2 * UNDO_FOR)
  dispatchEvent(new Event('pagehide'))
  expect(done).toEqual(['undone'])
})

/** An action that the screen shows before the server has answered. */
function shownFirst() {
  const done: string[] = []
  const answer = Promise.withResolvers<void>()
  toast.undo('Uma ação anterior', () => done.push('the earlier one undone'))
  toast.undoOf(answer.promise, 'Cartão movido', () => done.push('undone'))
  return { done, answer }
}

test.each([
  ['before the answer waits for it', ['Z', 'answer'], ['undone']],
  ['after the answer runs', ['answer', 'Z'], ['undone']],
  ['before a refusal does nothing', ['Z', 'refusal'], []],
  ['is gone after a refusal, and Z takes the one before it', ['refusal', 'Z'], ['the earlier one undone']],
] as const)('the undo of an action that is shown before the answer: taken %s', async (_, steps, expected) => {
  const { done, answer } = shownFirst()
  for (const step of steps) {
    if (step === 'Z') undoLatest()
    else if (step === 'answer') answer.resolve()
    else answer.reject(new Error('refused'))
    await Promise.resolve()
    await Promise.resolve()
  }
  jest.advanceTimersByTime(2 * UNDO_FOR)
  expect(done).toEqual([...expected])
})

test('runs at once, and only once, when the page is left or the user signs out', async () => {
  const left = late()
  dispatchEvent(new Event('pagehide'))
  expect(left).toEqual(['sent'])
  const signedOut = late()
  await signOut()
  expect(signedOut).toEqual(['sent'])
  jest.advanceTimersByTime(2 * UNDO_FOR)
  expect([left, signedOut]).toEqual([['sent'], ['sent']])
})
