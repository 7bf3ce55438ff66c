/** Wire formats and text normalisation. */
import { describe, expect, test } from 'bun:test'
import * as v from 'valibot'
import { Color, Email, Id, Instant, instant, Name, Password } from '../../src/platform/formats'
import { isOn, readIds } from '../../src/platform/params'
import { cut, fold, likeContaining, personName } from '../../src/platform/text'

describe('wire formats', () => {
  const ok = (schema: v.GenericSchema, value: unknown) => {
    const parsed = v.safeParse(schema, value)
    return parsed.success ? parsed.output : 'no'
  }
  test.each([
    [Name, '  Ana  ', 'Ana'],
    [Name, 'A', 'no'],
    [Name, 'a'.repeat(51), 'no'],
    [Name, '    ', 'no'],
    [Name, 'Ana\u001b[31m', 'no'],
    [Name, 'Ana\nBia', 'no'],
    [Name, 'Família 👨‍👩‍👧', 'Família 👨‍👩‍👧'],
    [Email, ' Ana@LOJA.example ', 'ana@loja.example'],
    [Email, 'ana', 'no'],
    [Email, `${'a'.repeat(120)}@b.example`, 'no'],
    [Password, '', 'no'],
    [Password, 'Loja123', 'no'],
    [Password, 'Loja1234', 'Loja1234'],
    [Password, 'loja1234', 'no'],
    [Password, 'LOJA1234', 'no'],
    [Password, 'Lojinhas', 'no'],
    [Password, 'Ágil1234', 'Ágil1234'],
    [Password, `Aa1${'a'.repeat(47)}`, `Aa1${'a'.repeat(47)}`],
    [Password, `Aa1${'a'.repeat(48)}`, 'no'],
    [Color, '#fff', '#fff'],
    [Color, '#A1B2C3', '#A1B2C3'],
    [Color, 'red', 'no'],
    [Color, '#ffff', 'no'],
    [Color, '#fff;x', 'no'],
    [Id, 1, 1],
    [Id, 0, 'no'],
    [Id, 1.5, 'no'],
    [Id, '1', 'no'],
    [Instant, '2026-03-02T12:00:00.000Z', '2026-03-02T12:00:00.000Z'],
    [Instant, '2026-03-02', 'no'],
  ] as [v.GenericSchema, unknown, unknown][])('%#', (schema, value, expected) =>
    expect(ok(schema, value)).toBe(expected),
  )

  test('an instant is ISO in UTC', () => expect(instant(Date.UTC(2038, 0, 20))).toBe('2038-01-20T00:00:00.000Z'))
  test.each([0, -1, 59_999, 86_399_999, 86_400_000, 951_782_400_123, 1_795_000_000_007])(
    'the instant %i is written as Date writes it',
    (ms) =>
      expect([instant(ms), instant(ms + 61_001)]).toEqual([ms, ms + 61_001].map((at) => new Date(at).toISOString())),
  )

  test('an instant beyond four-digit years is clamped', () =>
    expect([instant(Date.UTC(10_001, 0, 1)), instant(9e15), instant(-9e15)].map((at) => at.slice(0, 10))).toEqual([
      '9999-12-31',
      '9999-12-31',
      '0000-01-02',
    ]))

  test('search folds case and accents', () => {
    expect(fold(' JOSÉ Ântônio Çá ')).toBe('jose antonio ca')
    expect(likeContaining('100%_\\')).toBe('%100\\%\\_\\\\%')
  })

  test('a text from outside is cut between characters, without lone surrogates and NUL', () =>
    expect([cut('ab😀', 3), cut('a\uD83Db', 9), cut(`oi${'\0'.repeat(40)}!`, 99)]).toEqual(['ab', 'a\uFFFDb', 'oi!']))

  test('lists of ids in a query', () => {
    expect([readIds(undefined, 'x'), readIds('', 'x'), readIds('[]', 'x'), readIds('[1,0]', 'x')]).toEqual([
      null,
      null,
      null,
      [1, 0],
    ])
    expect(['true', '1', 'false', '0', '', undefined].map(isOn)).toEqual([true, true, false, false, false, false])
  })
})

test.each([
  ['\u3164', ''],
  ['\u200B\u200D', ''],
  ['\u2800 \u2800', ''],
  [' \u0301\u034F', ''],
  ['\u202Eana luaP', 'ana luaP'],
  ['👩‍👧', '👩‍👧'],
  ['.', '.'],
  [`Z${'\u0336\u0489'.repeat(90)} Maria`, `Z${'\u0336\u0489'.repeat(4)} Maria`],
  [' José  da\nSilva ', 'José da Silva'],
])('a name keeps only what is visible: %j', (written, seen) => expect(personName(written)).toBe(seen))
