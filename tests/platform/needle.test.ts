/** What a search's needle is, and what it finds. */
import { describe, expect, test } from 'bun:test'
import { numberMatcher } from '../../src/contacts/number-needle'
import { fits, fold, needleOf, searchable } from '../../src/platform/needle'

describe('a needle', () => {
  test.each([
    ['', []],
    ['  ', []],
    ['João  SILVA', ['joao', 'silva']],
    ["D'Ávila d’ávila", ['davila']],
    ["'", ["'"]],
    ['IĞDIR', ['igdir']],
    ['a b c d e f g h i j', ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']],
  ])('of “%s” is %j', (typed, words) => {
    expect(needleOf(typed)).toEqual(words)
  })

  test.each([
    ['silva joão', 'João Carlos da Silva', true],
    ['joao pereira', 'João Carlos da Silva', false],
    ['davila', 'Ana D’Ávila', true],
    ['d´avila', 'Ana Davila', true],
    ["'", 'Ana Davila', false],
    ['', 'anybody', true],
    ['100%', 'desconto de 100%', true],
  ])('“%s” in “%s”: %p', (typed, said, isFound) => {
    expect(fits(needleOf(typed), said)).toBe(isFound)
  })

  test('is found across several texts of one thing', () => {
    expect(fits(needleOf('ana loja'), 'Ana', 'ana@loja.example')).toBe(true)
  })

  test('keeps apostrophes where texts are compared, and not where they are searched', () => {
    expect([fold(" D'Água "), searchable(" D'Água ")]).toEqual(["d'agua", 'dagua'])
  })
})

describe('a typed number', () => {
  test.each([
    ['5511988012001', '011 98801-2001', true],
    ['551188012001', '(11) 98801-2001', true],
    ['5511988012001', '8801-2001', true],
    ['5511988012001', '12', false],
    ['+55 (11) 98801-2001', '1198801', true],
    ['5215512345678', '+52 55 1234-5678', true],
    ['5491123456789', '11 15 2345-6789', true],
    ['5511988012001', '98802', false],
    [null, '11988', false],
    ['5511988012001', 'ana', false],
  ])('%s is found by %s: %p', (number, typed, isFound) => {
    expect(numberMatcher(typed)(number)).toBe(isFound)
  })
})
