/** The connection by which each person gets forwarded messages. */
import { expect, test } from 'bun:test'
import type { ForwardWay } from '../../../src/tickets/messages/contract'
import { chosenWays, isUnreachable, needsChoice } from '../../../ui/features/desk/rules/forwardWays'

const way = (id: number, obstacle: ForwardWay['obstacle'] = null): ForwardWay => ({
  whatsapp: { id, name: `Conexão ${id}`, channel: 'whatsapp' },
  address: null,
  obstacle,
  lack: null,
})
const person = { id: 7, name: 'Lavínia' }

test('is the first that is possible, until another is chosen', () => {
  const of = [{ person, ways: [way(1, 'template'), way(2), way(3)] }]
  expect(chosenWays(of, new Map()).get(7)).toBe(2)
  expect(chosenWays(of, new Map([[7, 3]])).get(7)).toBe(3)
  expect(chosenWays(of, new Map([[7, 1]])).get(7)).toBe(2)
})

test('is asked for where several know the person, or none takes the messages', () => {
  expect(needsChoice([way(1), way(2, 'unknown')])).toBe(false)
  expect(needsChoice([way(1), way(2, 'template')])).toBe(true)
  expect(needsChoice([way(1, 'lacks')])).toBe(true)
  expect(needsChoice([])).toBe(false)
  expect([[way(1, 'held')], [way(1)], []].map((ways) => isUnreachable({ person, ways }))).toEqual([true, false, false])
})
