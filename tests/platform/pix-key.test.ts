import { describe, expect, test } from 'bun:test'
import { CITY_LENGTH, NAME_LENGTH, readPixKey, readPixText, storedPixKey } from '../../src/platform/pix-key'

describe('a Pix key', () => {
  test.each([
    ['(11) 98801-8001', '+5511988018001'],
    ['11988018001', '+5511988018001'],
    ['+55 11 98801-8001', '+5511988018001'],
    ['5511988018001', '+5511988018001'],
    ['12.ABC.345/01DE-35', '12ABC34501DE35'],
    ['529.982.247-25', '52998224725'],
    ['52998224725', '52998224725'],
    ['Pix@Balcao.Example', 'pix@balcao.example'],
    [`${'a'.repeat(65)}@exemplo.com`, `${'a'.repeat(65)}@exemplo.com`],
    ['123E4567-E12B-12D1-A456-426655440000', '123e4567-e12b-12d1-a456-426655440000'],
  ])('%p is stored as %p', (typed, key) => expect(readPixKey(typed)).toBe(key))

  test.each([
    ...['isto não é chave', 'joão@exemplo.com', `${'a'.repeat(66)}@exemplo.com`, '', '@', 'a@b', 'a@b..example'],
    ...['12.ABC.345/01DE-36', '1133334444', '+1 202 555 0143', '123e4567e12b12d1a456426655440000', '529.982.247-26'],
  ])('%p is none', (typed) => expect(readPixKey(typed)).toBeUndefined())

  test('that is both a CPF and a mobile number has to be written in the way of one', () => {
    expect(readPixKey('11987650034')).toBeUndefined()
    expect(readPixKey('119.876.500-34')).toBe('11987650034')
    expect(readPixKey('+5511987650034')).toBe('+5511987650034')
    expect(readPixKey('(11) 98765-0034')).toBe('+5511987650034')
    for (const typed of ['119.876.500-34', '(11) 98765-0034', '529.982.247-25', 'Pix@Balcao.Example'])
      expect(readPixKey(storedPixKey(typed) ?? '')).toBe(readPixKey(typed))
  })
})

test('name and city are written without accents, and refused where a code cannot carry them', () => {
  expect(readPixText('Maré Sistemas', NAME_LENGTH)).toBe('Mare Sistemas')
  expect(readPixText('São José dos Campos', CITY_LENGTH)).toBeUndefined()
  for (const wrong of ['—', '東京', '...', '', '🙂 Loja']) expect(readPixText(wrong, NAME_LENGTH)).toBeUndefined()
})
