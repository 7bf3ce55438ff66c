import { expect, test } from 'bun:test'
import { showDocument } from '../../../src/platform/document'
import { formatOf } from '../../../ui/shared/i18n/format'
import { formatPhone } from '../../../ui/shared/i18n/phone'
import { textIn } from '../support/texts'

const format = formatOf('pt-BR', 'America/Sao_Paulo', await textIn('pt-BR'))
const noon = Date.parse('2026-11-19T17:32:07.412Z')

test('times and dates are the company’s', () => {
  expect(format.time(noon)).toBe('14:32')
  expect(format.exactTime(noon)).toBe('14:32:07,412')
  expect(format.dateTime(noon)).toBe('19/11/2026 14:32')
  expect(format.time('2026-11-20T03:05:00Z')).toBe('00:05')
  expect(format.isSameDay(noon, '2026-11-20T02:59:00Z')).toBeTrue()
  expect(format.isSameDay(noon, '2026-11-20T03:00:00Z')).toBeFalse()
})

test('a recent time turns into minutes, hours, then a date', () => {
  const ago = (ms: number) => format.ago(noon - ms, noon)
  expect(ago(59_000)).toBe('agora')
  expect(ago(26 * 60_000)).toBe('há 26 min')
  expect(ago(5 * 3_600_000)).toBe('há 5 h')
  expect(ago(3 * 86_400_000)).toBe('16/11/26 14:32')
  expect(format.ago(noon + 5000, noon)).toBe('agora')
})

test('sizes and durations are short', () => {
  expect(format.size(900)).toMatch(/^900\sbytes?$/)
  expect(format.size(12_400)).toMatch(/^12\skB$/)
  expect(format.size(3_400_000)).toMatch(/^3,4\sMB$/)
  expect(format.size(5 * 1024 * 1024)).toMatch(/^5\sMB$/)
  expect(format.duration(42)).toBe('0:42')
  expect(format.duration(3727)).toBe('1:02:07')
})

test('phones are grouped as Brazil writes them, others only get their plus', () => {
  expect(formatPhone('5521996124087')).toBe('+55 (21) 99612-4087')
  expect(formatPhone('552130421180')).toBe('+55 (21) 3042-1180')
  expect(formatPhone('905321234567')).toBe('+905321234567')
  expect(formatPhone('@casaaurora')).toBe('@casaaurora')
})

test('a CPF and a CNPJ have their points and dashes, other documents stay as they are', () => {
  expect(['52998224725', '12345678000195', '12ABC34501DE35', 'P-1234', ''].map(showDocument)).toEqual([
    ...['529.982.247-25', '12.345.678/0001-95', '12.ABC.345/01DE-35', 'P-1234', ''],
  ])
})
