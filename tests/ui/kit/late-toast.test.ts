/** What is done for good only after an offer to undo it. */
import { afterEach, beforeEach, expect, jest, test } from 'bun:test'
import { toast } from '../../../ui/shared/kit/toast'
import { UNDO_FOR, undoLatest } from '../../../ui/shared/kit/undo'
import { signOut } from '../../../ui/shared/session/access'
import { kept } from '../../support/local-storage'

beforeEach(() => void jest.useFakeTimers())
afterEach(() => {
  jest.useRealTimers()
  kept.clear() // who signed out is noted there
})

function late() {
  const done: string[] = []
  toast.late('Observação excluída', { undo: () => done.push('undone'), send: () => done.push('sent') })
  return done
}

test('is done once the offer is over, and not before', () => {
  const done = late()
  jest.advanceTimersByTime(UNDO_FOR - 1)
  expect(done).toEqual([])
  jest.advanceTimersByTime(1)
  expect(done).toEqual(['sent'])
  expect(undoLatest()).toBe(false)
})

test('is never done when it was undone', () => {
  const done = late()
  expect(undoLatest()).toBe(true)
  jest.advanceTimersByTime(2 * UNDO_FOR)
  dispatchEvent(new Event('pagehide'))
  expect(done).toEqual(['undone'])
})

test('is done at once, and once, when the page is left or the person signs out', async () => {
  const left = late()
  dispatchEvent(new Event('pagehide'))
  expect(left).toEqual(['sent'])
  const signedOut = late()
  await signOut()
  expect(signedOut).toEqual(['sent'])
  jest.advanceTimersByTime(2 * UNDO_FOR)
  expect([left, signedOut]).toEqual([['sent'], ['sent']])
})
