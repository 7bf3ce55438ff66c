import { expect, test } from 'bun:test'
import type { QuickMessage } from '../../src/features/quick-messages/contract'
import { labelOf, meantBy } from '../../ui/features/quick-messages/spec'

test('suggestions are ordered by shortcode prefix, shortcode, then text', () => {
  const all = [
    ['a', 'Preço sob consulta'],
    ['meu preço', 'x'],
    ['preco', 'y'],
    ['frete', 'z'],
  ].map(([shortcode, message], id) => ({ id, shortcode, message }) as QuickMessage) // the only fields read
  const names = (typed: string) => meantBy(typed, all).map(({ shortcode }) => shortcode)
  expect(names('PREC')).toEqual(['preco', 'meu preço', 'a'])
  expect(names('')).toEqual(['a', 'meu preço', 'preco', 'frete'])
  expect(names('nada')).toEqual([])
})

test('a label has at most 35 characters', () => {
  expect(labelOf({ shortcode: 'ola' })).toBe('/ola')
  expect(labelOf({ shortcode: 'x'.repeat(34) })).toBe(`/${'x'.repeat(34)}`)
  expect(labelOf({ shortcode: 'x'.repeat(50) })).toBe(`/${'x'.repeat(33)}…`)
})
