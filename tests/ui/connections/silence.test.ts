/** A bot without queues answers nobody: the screens warn of it. */
import { expect, test } from 'bun:test'
import { formValues } from '../../../ui/features/connections/formSchema'
import { isBotSilent } from '../../../ui/features/connections/spec'

test('a new connection uses the only queue; with several the user chooses', () => {
  expect(formValues(undefined, true, [{ id: 7 }]).queueIds).toEqual([7])
  expect(formValues(undefined, true, [{ id: 7 }, { id: 8 }]).queueIds).toEqual([])
  expect(formValues(undefined, true, []).queueIds).toEqual([])
})

test('a bot that is on without any queue is silent', () => {
  expect(isBotSilent({ enableQueueChatbot: true, queueIds: [] })).toBe(true)
  expect(isBotSilent({ enableQueueChatbot: true, queueIds: [1] })).toBe(false)
  expect(isBotSilent({ enableQueueChatbot: false, queueIds: [] })).toBe(false)
})
