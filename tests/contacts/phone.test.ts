/** The reader of telephone numbers. */
import { describe, expect, test } from 'bun:test'
import { formatNumber, otherForm } from '../../src/contacts/number'
import {
  asDialed,
  countryOfPhone,
  listPhones,
  type PhoneRefusal,
  readAreaCode,
  readCountryCode,
  readPhone,
} from '../../src/contacts/phone'
import { formatPhone } from '../../ui/shared/i18n/phone'

const read = (written: string, country = 'BR', mayLackPlus = false) => {
  const found = readPhone(written, { country, mayLackPlus })
  return 'number' in found ? found.number : found.refused
}
const MARIA = '5511988010001'

describe('a number that a Brazilian writes', () => {
  test.each([
    '11988010001',
    '(11) 98801-0001',
    '(11)98801-0001',
    '11 9 8801 0001',
    '11.98801.0001',
    '11 98801–0001',
    '011 98801-0001',
    '015 11 98801-0001',
    '0151198801-0001',
    '0xx11 98801-0001',
    '(0xx11) 98801-0001',
    '(0XX 11) 98801-0001',
    '0 15 11 98801 0001',
    '055 11 98801-0001',
    '5511988010001',
    '55 (11) 98801-0001',
    '+55 11 9 8801 0001',
    '+ 55 11 98801-0001',
    '(+55 11) 98801-0001',
    '+55 (011) 98801-0001',
    '+55 0 15 11 98801-0001',
    '0055 11 98801-0001',
    '11988010001.0',
    '5511988010001,0',
    '="11988010001"',
    "'11988010001",
    '1.1988010001E+10',
    '5,511988010001E12',
    '"11 98801-0001"',
    '\u202a+55 11 98801\u20110001\u202c',
    '11\u00a098801-0001',
    '＋５５ １１ ９８８０１-０００１',
    'https://wa.me/5511988010001',
    'wa.me/+5511988010001?text=Oi%201234567890',
    'wa.me/11988010001',
    'https://wa.me/011988010001',
    'api.whatsapp.com/send?phone=11988010001',
    'https://api.whatsapp.com/send?phone=5511988010001&text=oi',
    'https://web.whatsapp.com/send/?text=oi&phone=%2B5511988010001',
    'tel:+55-11-98801-0001',
    '5511988010001@s.whatsapp.net',
    '5511988010001:12@s.whatsapp.net',
    '5511988010001@c.us',
    'Tel.: (11) 98801-0001',
    'Tel: (11) 98801-0001',
    '11/98801-0001',
    '[11] 98801-0001',
    'tel:11988010001',
    'tel:5511988010001',
    'tel:+55-11-98801-0001',
    'whatsapp 11 98801-0001',
    'meu zap é 11 98801-0001, pode chamar depois das 18',
    '11 98801-0001 (Maria)',
    '11 98801-0001 ramal 22',
    '(11) 98801-0001 r 2, falar com Ana',
    '11 98801-0001 / 5511988010001',
    'CPF 529.982.247-25, tel 11 98801-0001',
    '55 (011) 98801-0001',
    '55 0 15 11 98801-0001',
    '+55 (0)11 98801-0001',
    '(0**11) 98801-0001',
    '(0-XX-11) 98801-0001',
    'tel:+5511988010001;phone-context=+55',
    'whatsapp://send?phone=5511988010001',
    'https://api.whatsapp.com/send/?phone=%2B55%2011%2098801-0001&text',
    '"Maria" <11988010001>',
    '{11} 98801-0001',
    '11,98801-0001',
    '11; 98801-0001',
    '11\\98801-0001',
    '55/11/98801-0001',
    '11/98801/0001',
    '11·98801·0001',
    '11_98801_0001',
    '11 98801~0001',
    '11 98801-OOO1',
    'I1 98801-0001',
    '1️⃣1️⃣9️⃣8️⃣8️⃣0️⃣1️⃣0️⃣0️⃣0️⃣1️⃣',
    'Rua do Sol, 123 - 11988010001',
    '11 98801-0001 ramal: 12',
    '11 98801-0001#12',
    '11*98801*0001',
    '011*98801-0001',
    '55*11*98801*0001',
    '11:98801-0001',
    "11'98801'0001",
    '11=98801-0001',
    '98801-0001 (11)',
    '98801-0001(11)',
    '9 8801-0001 (011)',
    '988010001 - (11)',
    '98801.0001 [11]',
    '98801-0001 DDD 11',
    '98801-0001, ddd: 011',
    'Cel. 98801-0001 (11) Maria',
  ])('%s', (written) => {
    expect(read(written)).toBe(MARIA)
  })

  test.each([
    ['5511 8801-0001', '551188010001'],
    ['(11) 8801-0001', '551188010001'],
    ['(11) 3456-7890', '551134567890'],
    ['011 3456-7890', '551134567890'],
    ['0 15 11 3456-7890', '551134567890'],
    ['0 21 98 3222-1111', '559832221111'],
    ['Tel: 34 98801-0001', '5534988010001'],
    ['tel:+34 612 345 678', '34612345678'],
    // Santa Maria's area code equals the country code.
    ['55 98801-0001', '5555988010001'],
    ['55 3222-1234', '555532221234'],
    ['+351 912 345 678', '351912345678'],
    ['00351 912345678', '351912345678'],
    ['+44 (0)20 7946 0958', '442079460958'],
    ['+51 987 654 321', '51987654321'],
    ['0044 7700 900123', '447700900123'],
    ['+1 (212) 555-0123', '12125550123'],
    ['wa.me/351912345678', '351912345678'],
    ['wa.me/31988010001', '5531988010001'],
    ['wa.me/31612345678', '31612345678'],
    ['+52 1 55 1234 5678', '5215512345678'],
    ['+52 55 1234 5678', '525512345678'],
    ['+54 9 11 2345-6789', '5491123456789'],
    ['+54 11 2345-6789', '541123456789'],
    ['+54 9 0351 512-3456', '5493515123456'],
    ['+54 9 11 15 2345-6789', '5491123456789'],
    ['+54 11 15 2345-6789', '5491123456789'],
    ['+52 044 55 1234 5678', '525512345678'],
    ['+52 01 55 1234 5678', '525512345678'],
  ])('%s is %s', (written, number) => {
    expect(read(written)).toBe(number)
  })

  test.each([
    ['', 'none'],
    ['não tenho', 'none'],
    ['8801-0001', 'noAreaCode'],
    ['98801-0001', 'noAreaCode'],
    ['(00) 98801-0001', 'noAreaCode'],
    ['011 98801-00011', 'long'],
    ['021 98801-00011', 'long'],
    ['00 98801-0001', 'noAreaCode'],
    ['00 8801-0001', 'noAreaCode'],
    ['8888-7777', 'noAreaCode'],
    ['00000000', 'repeated'],
    ['11 99999-9999', 'repeated'],
    ['11111111111', 'repeated'],
    ['+55 11 1111-1111', 'repeated'],
    ['0800 123 4567', 'service'],
    ['0800-723-3310', 'service'],
    ['0300 789 1234', 'service'],
    ['4003-1234', 'service'],
    ['4004 1234', 'service'],
    ['3003-1234', 'service'],
    ['800 123 4567', 'service'],
    ['+55 800 123 4567', 'service'],
    ['190', 'service'],
    ['disque 193', 'service'],
    ['10315', 'service'],
    ['11 98801-0001 12', 'long'],
    ['98765432100', 'long'],
    // An operator or an area code follows São Paulo's.
    ['011 15 98801-0001', 'long'],
    ['11l988010001', 'long'],
    ['2026-11-28 10:30', 'areaCode'],
    ['01310-100', 'short'],
    ['wa.me/message/ABC12345678901', 'hidden'],
    ['https://chat.whatsapp.com/B11988010001xyz', 'hidden'],
    ['11988010001 11988010002', 'several'],
    ['(11) 98801-0001 / 98801-0002', 'several'],
    ['123.456.789-09', 'document'],
    ['12.345.678/0001-95', 'document'],
    ['11 98801-30071', 'long'],
    ['11 38801-3007', 'long'],
    ['(20) 98801-3011', 'areaCode'],
    ['+55 10 98801-0001', 'areaCode'],
    ['12345', 'short'],
    ['11 0123-4567', 'wrong'],
    ['+11 98801-0001', 'wrong'],
    ['+999 123 456 789', 'wrong'],
    ['351912345678', 'long'],
    ['98801-0001 (10)', 'areaCode'],
    ['1.19880E+10', 'rounded'],
    ['99887766554433@lid', 'hidden'],
    ['120363020000000000@g.us', 'hidden'],
    ['11 98801-0001 ou 11 98801-0002', 'several'],
    ['11 98801-0001, 3333-0001', 'several'],
    ['11 98801-0001 - 11 3333-0001', 'several'],
  ] satisfies [string, PhoneRefusal][])('%s is refused: %s', (written, refused) => {
    expect(read(written)).toBe(refused)
  })
})

describe('a number in another country', () => {
  test.each([
    ['TR', '0532 123 45 67', '905321234567'],
    ['TR', '532 123 45 67', '905321234567'],
    ['TR', '90 532 123 45 67', '905321234567'],
    ['TR', '+55 11 98801-0001', MARIA],
    ['PT', '912 345 678', '351912345678'],
    ['US', '(212) 555-0123', '12125550123'],
    ['GB', '020 7946 0958', '442079460958'],
    ['ES', '612 34 56 78', '34612345678'],
    ['MX', '55 1234 5678', '525512345678'],
    ['MX', '044 55 1234 5678', '525512345678'],
    ['MX', '01 55 1234 5678', '525512345678'],
    ['MX', '521 55 1234 5678', '5215512345678'],
    ['AR', '011 15 2345-6789', '5491123456789'],
    ['AR', '11 2345-6789', '541123456789'],
    ['AR', '0351 15 512-3456', '5493515123456'],
    ['AR', '03541 15 123456', '5493541123456'],
    ['AR', '15 2345-6789', 'noAreaCode'],
    ['AR', '2345-6789', 'noAreaCode'],
    ['AR', '0810 123 4567', 'service'],
    ['MX', '1234 5678', 'noAreaCode'],
    ['MX', '01 800 123 4567', 'service'],
    ['PT', '808 200 300', 'service'],
    ['ES', '902 123 456', 'service'],
    ['TR', '444 1 234', 'service'],
    ['TR', '112', 'service'],
    ['TR', '1234', 'short'],
    ['TR', '1111111111', 'repeated'],
  ])('%s: %s is %s', (country, written, number) => {
    expect(read(written, country)).toBe(number)
  })

  test('may lack its plus where programs write it, if it is one of a country’s plan', () => {
    expect(read('351912345678', 'BR', true)).toBe('351912345678')
    expect(read('5511988010001', 'BR', true)).toBe(MARIA)
    expect(read('5215512345678', 'BR', true)).toBe('5215512345678')
    expect(read('8801-0001', 'BR', true)).toBe('noAreaCode')
    expect(read('988010001', 'BR', true)).toBe('noAreaCode')
    expect(readPhone('988010001', { country: 'BR', mayLackPlus: true, area: '11' })).toEqual({ number: MARIA })
    expect(read('(20) 98801-3011', 'BR', true)).toBe('areaCode')
  })
})

describe('a cell with several numbers', () => {
  test.each([
    ['(11) 3333-0001 / (11) 98801-0001', ['5511988010001', '551133330001']],
    ['(11) 3333-0001 / (11) 98801-0001; 8801-0002', ['5511988010001', '551188010002', '551133330001']],
    ['(11) 3333-1111 / 98801-0002', ['5511988010002', '551133331111']],
    ['11 98801-0001 e 98801-0002', ['5511988010001', '5511988010002']],
    ['11988010001 11988010002', ['5511988010001', '5511988010002']],
    ['11988010001\n21988010002', ['5511988010001', '5521988010002']],
    ['res. 11 3333-1111 cel. 11 98801-0001', ['5511988010001', '551133331111']],
    ['+55 11 98801-0001 ou +351 912 345 678', ['5511988010001', '351912345678']],
    ['(11) 3333-0001 / (21) 98801-0001; 8801-0002', ['5521988010001', '552188010002', '551133330001']],
    ['11 3333-4444 e cel. 98801-7777', ['5511988017777', '551133334444']],
    ['(11) 3333-4444 - 3333-5555', ['551133334444', '551133335555']],
    ['(11) 3333-4444, contrato 88017777', ['551133334444']],
    ['+351 912 345 678 / 98801-7777', ['351912345678']],
    ['98801-7777 / (11) 3333-4444', ['551133334444']],
    // What other words stand before may be anything.
    ['11 98801-0001 pedido 98765432', ['5511988010001']],
    ['98801-0001 (11) / 3301-0001 (21)', ['5511988010001', '552133010001']],
    ['3301-0001 (11) 98801-0001', ['5511988010001']],
    ['(21) 3301-0001 (11) 98801-0001', ['5511988010001', '552133010001']],
    ['11 98801-0001*12', ['5511988010001']],
  ])('%j gives all of them, mobiles first', (cell, numbers) => {
    expect(listPhones(cell, { country: 'BR' })).toEqual(numbers)
  })
})

test.each([
  ['98801-0001', '11', MARIA],
  ['0 98801-0001', '11', MARIA],
  ['(21) 98801-0001', '11', '5521988010001'],
  ['3333-4444', '21', '552133334444'],
  ['4003-1234', '11', 'service'],
  ['12345', '11', 'short'],
  ['1234-5678', '11', 'wrong'],
])('%s with the area code %s from elsewhere is %s', (written, area, expected) => {
  const found = readPhone(written, { country: 'BR', area })
  expect('number' in found ? found.number : found.refused).toBe(expected)
})

test.each([
  ['912 345 678', '351', '351912345678'],
  ['351912345678', '351', '351912345678'],
  ['+351 912 345 678', '55', '351912345678'],
  ['0532 123 45 67', '90', '905321234567'],
  ['(212) 555-0123', '1', '12125550123'],
  ['11 98801-0001', '55', MARIA],
  ['912 345 678', '999', 'noAreaCode'],
])('%s with the country code %s from elsewhere is %s', (written, code, expected) => {
  const found = readPhone(written, { country: 'BR', code })
  expect('number' in found ? found.number : found.refused).toBe(expected)
})

test.each([
  ['55', '55'],
  ['+351', '351'],
  ['0090', '90'],
  ['55.0', '55'],
  ['999', undefined],
  ['Brasil', undefined],
  ['', undefined],
])('the country code %s is %s', (written, code) => {
  expect(readCountryCode(written)).toBe(code)
})

test.each([
  ['11', '11'],
  ['(021)', '21'],
  ['0021', '21'],
  ['55.0', '55'],
  ['20', undefined],
  ['1', undefined],
  ['SP 11', undefined],
  ['1199', undefined],
])('the area code %s is %s', (written, area) => {
  expect(readAreaCode(written)).toBe(area)
})

test.each([
  [MARIA, 'BR', '11988010001'],
  ['351912345678', 'BR', '+351912345678'],
  ['905321234567', 'TR', '5321234567'],
  [MARIA, 'TR', '+5511988010001'],
])('%s is dialed in %s as %s', (number, country, dialed) => {
  expect(asDialed(number, country)).toBe(dialed)
  expect(read(dialed, country)).toBe(number)
})

test.each([
  ['5511988010001', 'BR'],
  ['905329998877', 'TR'],
  ['12025550188', 'US'],
  ['5215512345678', 'MX'],
  ['', undefined],
])('%s belongs to %s', (number, country) => {
  expect(countryOfPhone(number)).toBe(country)
})

test.each([
  ['5215512345678', '525512345678'],
  ['5491123456789', '541123456789'],
  ['5511988010001', '551188010001'],
])('%s and %s are one person', (long, short) => {
  expect(otherForm(long)).toBe(short)
  expect(otherForm(short)).toBe(long)
})

test('whatever the product shows of a number, it reads again', () => {
  const areas = [11, 21, 27, 31, 38, 41, 55, 61, 71, 79, 81, 91, 99]
  for (let n = 0; n < 400; n++) {
    const area = areas[n % areas.length] ?? 11
    const tail = String(1_000_0001 + n * 7919).slice(-7)
    for (const number of [`55${area}98${tail}`, `55${area}8${tail}`, `55${area}3${tail}`, `35191${tail}`])
      for (const shown of [formatNumber(number), formatPhone(number), `+${number}`]) expect(read(shown)).toBe(number)
  }
})

test('long texts are read in a moment', () => {
  const begin = performance.now()
  for (const piece of ['1', '11 98801-0001 ', '(', '+55 ', '0xx', 'ramal 1 ', '1E+', '123.456.789-09 '])
    readPhone(piece.repeat(100_000), { country: 'BR' })
  expect(performance.now() - begin).toBeLessThan(500)
})
