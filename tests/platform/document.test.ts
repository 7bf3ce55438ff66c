import { describe, expect, test } from 'bun:test'
import { checkDigits, documentIn, kindOfDocument, readDocument, showDocument } from '../../src/platform/document'
import { createRandom } from '../support/random'

describe('a typed CPF or CNPJ', () => {
  test.each([
    ['529.982.247-25', '52998224725'],
    ['52998224725', '52998224725'],
    [' CPF: 529 982 247 25 ', '52998224725'],
    ['529.982.247\u201125', '52998224725'],
    ['11.222.333/0001-81', '11222333000181'],
    ['12.abc.345/01de-35', '12ABC34501DE35'],
    ['12ABC34501DE35', '12ABC34501DE35'],
    ['CNPJ: 12.ABC.345/01DE-35', '12ABC34501DE35'],
    ['cnpj nº 12.ABC.345/01DE-35', '12ABC34501DE35'],
    ['CPF/CNPJ: 11.222.333/0001-81', '11222333000181'],
    ['\ufeff12.ABC.345/01DE-35\u200b', '12ABC34501DE35'],
    [`CPF000000001${checkDigits('CPF000000001', 9)}`, `CPF000000001${checkDigits('CPF000000001', 9)}`],
    ['１２ABC34501DE35', '12ABC34501DE35'],
  ])('%p is kept as %p', (written, kept) => expect(readDocument(written)).toBe(kept))

  test.each([
    ...['529.982.247-26', '11.222.333/0001-99', '12.ABC.345/01DE-36', '12.ABC.345/01DE-3A', '111.111.111-11'],
    ...['00.000.000/0000-00', '5299822472', '529982247250', 'ÁBC34501DE0035', 'não é', '', '-', `${'1'.repeat(80)}`],
  ])('%p is refused', (written) => expect(readDocument(written)).toBeUndefined())

  test('is only of the kind that was asked for', () => {
    expect(readDocument('529.982.247-25', 'cnpj')).toBeUndefined()
    expect(readDocument('12ABC34501DE35', 'cpf')).toBeUndefined()
    expect(kindOfDocument('12ABC34501DE35')).toBe('cnpj')
  })

  test('is read back from what is shown, and with marks anywhere between its signs', () => {
    const random = createRandom(1)
    const signs = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ'
    const some = (of: string, length: number) => Array.from({ length }, () => random.pick([...of])).join('')
    for (let round = 0; round < 2000; round++) {
      const isCompany = random.oneIn(2)
      const base = isCompany ? some(signs, 12) : some('0123456789', 9)
      const document = base + checkDigits(base, isCompany ? 9 : 11)
      const marks = ['', ' ', '.', '-', '/', '\u00a0']
      const typed = [...document].map((sign) => random.pick([sign, sign.toLowerCase()]) + random.pick(marks)).join('')
      expect(readDocument(typed)).toBe(document)
      expect(readDocument(showDocument(document))).toBe(document)
    }
  })
})

describe('a document in a sentence', () => {
  test.each([
    ['o CNPJ da firma é 12.ABC.345/01DE-35, ok?', '12ABC34501DE35'],
    ['meu cpf é 529.982.247-25.', '52998224725'],
    ['liga 11988018001, cpf 52998224725', '52998224725'],
    ['529.982.247-25 (repito: 52998224725)', '52998224725'],
    ['cpf 529.982.247-25 e cnpj 11.222.333/0001-81', undefined],
    ['não tenho', undefined],
    ['pedido 5299822472599', undefined],
  ])('%p holds %p', (words, found) => expect(documentIn(words)).toBe(found))

  test('is found by its kind', () => {
    expect(documentIn('cpf 529.982.247-25 e cnpj 11.222.333/0001-81', 'cnpj')).toBe('11222333000181')
  })
})
