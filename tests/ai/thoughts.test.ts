import { expect, test } from 'bun:test'
import { createThoughtFilter, withoutThoughts } from '../../src/features/ai/thoughts'
import { BudgetSpent, createBudget } from '../../src/platform/budget'
import { createRandom } from '../support/random'

test.each([
  ['Bom dia', 'Bom dia'],
  ['  <think>ela quer…</think>\n\nBom dia', 'Bom dia'],
  ['<think>ela quer', ''],
  ['<thi', ''],
  ['<this>', '<this>'],
  ['ela quer</think>Bom', 'Bom'],
  ['<think>a</think><think>b</think> c', 'c'],
  ['a </thin', 'a </thin'],
])('%s: %s', (said, answer) => {
  expect(withoutThoughts(said)).toBe(answer)
})

test('gives the same answer, however the text is divided', () => {
  const random = createRandom(3)
  const pieces = ['<think>', '</think>', '<', 'think>', '/', 'a', ' ', '\n', '</thi', 'nk>']
  for (let round = 0; round < 500; round++) {
    const said = Array.from({ length: random.below(8) }, () => random.pick(pieces)).join('')
    const filter = createThoughtFilter(createBudget())
    for (let from = 0; from < said.length; ) {
      const length = 1 + random.below(4)
      filter.hear(said.slice(from, from + length))
      from += length
    }
    const letters = createThoughtFilter(createBudget())
    for (const letter of said) letters.hear(letter)
    expect([said, filter.answer]).toEqual([said, letters.answer])
  }
})

test('ends when the budget is spent, whether it thinks or answers', () => {
  for (const begin of ['<think>', '']) {
    const filter = createThoughtFilter(createBudget({ bytes: 100 }))
    filter.hear(begin)
    expect(() => filter.hear('x'.repeat(101))).toThrow(BudgetSpent)
  }
})
