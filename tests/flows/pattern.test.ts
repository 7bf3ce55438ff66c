import { describe, expect, test } from 'bun:test'
import { matches, readPattern } from '../../src/features/flows/pattern'

const holds = (source: string, text: string) => {
  const pattern = readPattern(source)
  if (!pattern) throw new Error(`not a pattern: ${source}`)
  return matches(pattern, text)
}

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

  test('takes steps in proportion to the text, whatever the pattern', () => {
    expect(holds('^(a+)+$', `${'a'.repeat(5000)}!`)).toBe(false)
    expect(holds('^(a|a)*(a|a)*b$', 'a'.repeat(5000))).toBe(false)
  })
})
