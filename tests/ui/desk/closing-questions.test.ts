/** What the settings require to be asked before a ticket is closed. */
import { expect, test } from 'bun:test'
import { closingQuestions } from '../../../ui/features/desk/rules/closing'

const enabled = (key: string) => [{ key, value: 'enabled' }]
const disabled = (key: string) => [{ key, value: 'disabled' }]

test('confirmClosedTicket: closing is confirmed, including groups and silent closing', () => {
  const asks = (settings: ReturnType<typeof enabled>, isGroup: boolean, how: 'with farewell' | 'silently') =>
    closingQuestions(settings, { isGroup }, how).confirm
  const [on, off] = [enabled('confirmClosedTicket'), disabled('confirmClosedTicket')]
  expect([asks(on, false, 'with farewell'), asks(on, true, 'with farewell'), asks(on, false, 'silently')]).toEqual([
    true,
    true,
    true,
  ])
  expect([asks(off, false, 'with farewell'), asks([], false, 'with farewell')]).toEqual([false, false])
})

test('confirmFarewellmessage: the user chooses, if there is a farewell', () => {
  const asks = (settings: ReturnType<typeof enabled>, isGroup: boolean, how: 'with farewell' | 'silently') =>
    closingQuestions(settings, { isGroup }, how).farewell
  const [on, off] = [enabled('confirmFarewellmessage'), disabled('confirmFarewellmessage')]
  expect([asks(on, false, 'with farewell'), asks(on, true, 'with farewell'), asks(on, false, 'silently')]).toEqual([
    true,
    false,
    false,
  ])
  expect([asks(off, false, 'with farewell'), asks([], false, 'with farewell')]).toEqual([false, false])
})
