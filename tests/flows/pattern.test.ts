import { describe, expect, test } from 'bun:test'
import { keptPattern, matches, readPattern, worstCost } from '../../src/features/flows/pattern'
import { MOST_MATCHING } from '../../src/features/flows/turn-budget'
import { BudgetSpent, createBudget } from '../../src/platform/budget'

const holds = (source: string, text: string) => {
  const pattern = readPattern(source)
  if (!pattern) throw new Error(`not a pattern: ${source}`)
  return matches(pattern, text, createBudget())
}

const signs = Array.from({ length: 170 }, (_, at) => String.fromCodePoint(0x4e00 + 2 * at)).join('')
const costly: readonly (readonly [string, string])[] = [
  [`(?:[${signs}]{0,100}){2}~`, signs.slice(7, 8).repeat(500)],
  ['(.?){100}(.?){100}~', 'a'.repeat(500)],
  ['(a?b?){100}c', 'ab'.repeat(250)],
]
const ordinary: readonly (readonly [string, string])[] = [
  ['(quero|gostaria|preciso).*(boleto|2a via|segunda via|fatura)', 'quero ver tudo '.repeat(33)],
  ['^[\\w.+-]+@[\\w-]+\\.[a-z]{2,}$', 'a'.repeat(500)],
  ['\\bped(ido)?[- ]?(\\d{3,8})\\b', 'pedido 48 '.repeat(45)],
  ['^.{0,100}$', 'a'.repeat(500)],
]

describe('regular expressions', () => {
  test.each([
    ['^\\d{5}-?\\d{3}$', '20040-002', true],
    ['^\\d{5}-?\\d{3}$', '20040002', true],
    ['^\\d{5}-?\\d{3}$', '2004-0002', false],
    ['^ped[- ]?(\\d+)$', 'PED 4818', true],
    ['sim|quero|claro', 'Eu QUERO sim', true],
    ['^(sim|claro)$', 'quero', false],
    ['não', 'NAO', true],
    ['[A-C]{2,3}', 'xAbx', true],
    ['[^a-z0-9]', 'abc1', false],
    ['[^a-z0-9]', 'ab c', true],
    ['^a.c$', 'abc', true],
    ['\\bvip\\b', 'cliente VIP!', true],
    ['\\bvip\\b', 'vipassana', false],
    ['x*', '', true],
    ['^$', '', true],
    ['^(a|)+$', 'aaa', true],
    ['^[\\w.+-]+@[\\w-]+\\.[a-z]{2,}$', 'Ana.Lima+x@casa-aurora.com', true],
    ['R\\$ ?\\d+', 'custa R$ 40', true],
    ['^a{0,2}$', 'aaa', false],
    ['😀+', 'oi 😀😀', true],
    ['[-x]', 'a-b', true],
  ])('%s in "%s": %p', (source, text, expected) => {
    expect(holds(source, text)).toBe(expected)
  })

  test.each([
    '(',
    'a)',
    '[a',
    '*a',
    'a**',
    '(?=a)',
    '(?<n>a)',
    '\\1',
    '\\p{L}',
    'a{2',
    'a{3,1}',
    'a{1000}',
    '{{x}}',
    '\\',
  ])('%s is none', (source) => expect(readPattern(source)).toBeUndefined())

  test('a pattern that grows beyond bounds is none', () => {
    expect(readPattern('((a{90}){90}){90}')).toBeUndefined()
    expect(readPattern(`${'('.repeat(40)}${'){100}'.repeat(40)}`)).toBeUndefined()
    expect(readPattern('('.repeat(60) + ')'.repeat(60))).toBeUndefined()
  })

  test('agrees with the engine of JavaScript', () => {
    const letters = ['a', 'b', '(a|b)', '[ab]', 'a*', 'b+', '(ab)?', '.', '(a*)*', 'b{1,2}', '$', '^']
    let seed = 7
    const draw = (most: number) => {
      seed = (seed * 1103515245 + 12345) & 0x7fffffff
      return seed % most
    }
    for (let round = 0; round < 2000; round++) {
      const source = Array.from({ length: 1 + draw(5) }, () => letters[draw(letters.length)]).join('')
      const text = Array.from({ length: draw(7) }, () => 'abc'[draw(3)]).join('')
      expect([source, text, holds(source, text)]).toEqual([source, text, new RegExp(source).test(text)])
    }
  })

  test('finds a sign among many ranges, at both ends of each', () => {
    expect(
      ['[c-eh-ka-b]', '[a-gc-k]', '[bac]'].map((source) => [...'abcehklx'].map((one) => holds(source, one))),
    ).toEqual([
      [true, true, true, true, true, true, false, false],
      [true, true, true, true, true, true, false, false],
      [true, true, true, false, false, false, false, false],
    ])
    for (const [at, sign] of [...signs].entries()) {
      expect(holds(`[${signs}]`, sign)).toBe(true)
      expect(holds(`[^${signs}]`, String.fromCodePoint(0x4e01 + 2 * at))).toBe(true)
    }
  })

  test('ends when the budget of a turn is spent, and costs no more than was judged', () => {
    for (const [source, text] of [...costly, ...ordinary]) {
      const pattern = readPattern(source) ?? []
      if (!('ops' in pattern)) throw new Error(source)
      const budget = createBudget()
      expect(matches(pattern, text, budget)).toBe(false)
      expect(budget.used.steps).toBeLessThanOrEqual(worstCost(pattern, 500))
      expect([source, worstCost(pattern, 500) > MOST_MATCHING / 2]).toEqual([
        source,
        costly.some(([one]) => one === source),
      ])
      expect(() => matches(pattern, text, createBudget({ steps: budget.used.steps - 1 }))).toThrow(BudgetSpent)
    }
  })

  test('counts the reading of a pattern that is not known yet', () => {
    const source = `[${signs}]`
    expect(() => keptPattern(source, createBudget({ steps: 1000 }))).toThrow(BudgetSpent)
    expect(keptPattern(source, createBudget())).toBeDefined()
    expect(keptPattern(source, createBudget({ steps: 0 }))).toBeDefined()
    expect(keptPattern('(', createBudget())).toBeUndefined()
  })

  test('takes steps in proportion to the text, whatever the pattern', () => {
    expect(holds('^(a+)+$', `${'a'.repeat(5000)}!`)).toBe(false)
    expect(holds('^(a|a)*(a|a)*b$', 'a'.repeat(5000))).toBe(false)
  })
})
