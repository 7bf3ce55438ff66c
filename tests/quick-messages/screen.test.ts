import { expect, test } from 'bun:test'
import type { QuickMessage } from '../../src/features/quick-messages/contract'
import { labelOf, meantBy } from '../../ui/features/quick-messages/spec'

test('the likeliest comes first: by the beginning of its shortcode, by what is in it, by its text', () => {
  const all = [
    ['a', 'Preço sob consulta'],
    ['meu preço', 'x'],
    ['preco', 'y'],
    ['frete', 'z'],
  ].map(([shortcode, message], id) => ({ id, shortcode, message }) as QuickMessage) // all that is looked at
  const names = (typed: string) => meantBy(typed, all).map(({ shortcode }) => shortcode)
  expect(names('PREC')).toEqual(['preco', 'meu preço', 'a'])
  expect(names('')).toEqual(['a', 'meu preço', 'preco', 'frete'])
  expect(names('nada')).toEqual([])
})

test('a label has 35 signs at most', () => {
  expect(labelOf({ shortcode: 'ola' })).toBe('/ola')
  expect(labelOf({ shortcode: 'x'.repeat(34) })).toBe(`/${'x'.repeat(34)}`)
  expect(labelOf({ shortcode: 'x'.repeat(50) })).toBe(`/${'x'.repeat(33)}…`)
})
