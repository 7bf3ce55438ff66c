import { describe, expect, test } from 'bun:test'
import { brCode, centsOf, checksum, decimal } from '../../src/features/billing/providers/br-code'

describe('the BR Code', () => {
  test('matches the checksum of the standard’s example', () => {
    expect(checksum('123456789')).toBe('29B1')
    expect(
      checksum(
        '00020126580014br.gov.bcb.pix0136123e4567-e12b-12d1-a456-4266554400005204000053039865802BR5913Fulano de Tal6008BRASILIA62070503***6304',
      ),
    ).toBe('1D3D')
  })

  test('is built from key, amount, receiver and reference', () => {
    expect(brCode({ key: 'pix@balcao.example', name: 'BALCAO SISTEMAS', city: 'SAO PAULO' }, 14_990, 'INV000042')).toBe(
      '00020126400014br.gov.bcb.pix0118pix@balcao.example5204000053039865406149.905802BR5915BALCAO SISTEMAS6009SAO PAULO62130509INV0000426304E57C',
    )
    expect(brCode({ key: '+5511999998888', name: 'BALCAO SISTEMAS', city: 'SAO PAULO' }, 14_990, 'INV000042')).toBe(
      '00020126360014br.gov.bcb.pix0114+55119999988885204000053039865406149.905802BR5915BALCAO SISTEMAS6009SAO PAULO62130509INV000042630412D0',
    )
  })

  test('removes accents and truncates name and city', () => {
    const code = brCode(
      { key: 'a@b.example', name: 'Maré Sistemas de Informação Ltda.', city: 'São José dos Campos' },
      1,
      'X',
    )
    expect(code).toContain('5925Mare Sistemas de Informac')
    expect(code).toContain('6015Sao Jose dos Ca')
    expect(checksum(code.slice(0, -4))).toBe(code.slice(-4))
  })
})

test('amounts are formatted with two decimals and parsed with any number', () => {
  expect([0, 5, 14_990, 100_000].map(decimal)).toEqual(['0.00', '0.05', '149.90', '1000.00'])
  expect(['149.90', 149.9, '1', 0.29, 'x', '', -1].map(centsOf)).toEqual([
    14_990,
    14_990,
    100,
    29,
    undefined,
    undefined,
    undefined,
  ])
})
