import { describe, expect, test } from 'bun:test'
import { brCode, centsOf, checksum, decimal } from '../../src/features/billing/providers/br-code'
import { readPixKey, readPixText } from '../../src/platform/pix-key'
import { createRandom } from '../support/random'

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

/** Fields of a code by their ids; throws if the lengths do not add up. */
function fieldsOf(code: string): Map<string, string> {
  const fields = new Map<string, string>()
  for (let at = 0; at < code.length; ) {
    const [id, length] = [code.slice(at, at + 2), Number(code.slice(at + 2, at + 4))]
    const value = code.slice(at + 4, at + 4 + length)
    if (!/^\d\d$/.test(code.slice(at + 2, at + 4)) || value.length !== length) throw new Error(`at ${at} of ${code}`)
    fields.set(id, value)
    at += 4 + length
  }
  return fields
}

test('whatever is accepted as key, name and city gives a code that a bank can read', () => {
  const random = createRandom(7)
  const signs = [...'aAé çÇ09.-&\u00a0ñ']
  const some = (from: readonly string[], most: number) =>
    Array.from({ length: 1 + random.below(most) }, () => random.pick(from)).join('')
  const keys = ['(11) 98801-8001', '12.ABC.345/01DE-35', '52998224725', `${'a'.repeat(65)}@exemplo.com`]
  let read = 0
  while (read < 500) {
    const [name, city] = [some(signs, 25), some(signs, 15)]
    if (readPixText(name, 25) === undefined || readPixText(city, 15) === undefined) continue
    read++
    const key = readPixKey(random.pick(keys)) ?? ''
    const reference = some([...'AB01'], 25)
    const code = brCode({ key, name, city }, 1 + random.below(10 ** 8), reference)
    const fields = fieldsOf(code)
    expect(code).toMatch(/^[\x20-\x7e]+$/)
    expect(fieldsOf(fields.get('26') ?? '').get('01')).toBe(key)
    expect(fieldsOf(fields.get('62') ?? '').get('05')).toBe(reference)
    expect([fields.get('59')?.length ?? 0, fields.get('60')?.length ?? 0].every((length) => length > 0)).toBe(true)
    expect(fields.get('59')?.length).toBeLessThanOrEqual(25)
    expect(fields.get('60')?.length).toBeLessThanOrEqual(15)
    expect(checksum(code.slice(0, -4))).toBe(fields.get('63') ?? '')
  }
})
