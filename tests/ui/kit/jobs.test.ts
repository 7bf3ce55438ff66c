/** Which jobs have a card in the corner. */
import { expect, test } from 'bun:test'
import { cardsOf } from '../../../ui/shared/kit/jobs'

const jobs = [
  { id: 'import 1', state: 'running' },
  { id: 'import 2', state: 'done' },
] as const
const shown = (closed: readonly string[], inDialog: string | null = null) =>
  cardsOf(jobs, { closed, inDialog }).map(({ id }) => id)

test('all but closed ones and the one that a dialog shows', () => {
  expect(shown([])).toEqual(['import 1', 'import 2'])
  expect(shown(['import 2 done'])).toEqual(['import 1'])
  expect(shown([], 'import 1')).toEqual(['import 2'])
})

test('a card closed while running comes back with the result', () => {
  expect(shown(['import 1 running', 'import 2 running'])).toEqual(['import 2'])
})
