import { describe, expect, test } from 'bun:test'
import { readAddress, readLid } from '../../../src/moving-in/reading/addresses'
import { readName } from '../../../src/moving-in/reading/names'

type Stored = Parameters<typeof readAddress>[0]
const stored = (number: string, more: Partial<Stored> = {}): Stored => ({
  number,
  remoteJid: null,
  lid: null,
  isGroup: false,
  channel: 'whatsapp',
  ...more,
})

describe('address', () => {
  test.each([
    ['5511987654321', {}, { kind: 'phone', value: '5511987654321' }],
    ['551187654321', {}, { kind: 'phone', value: '551187654321' }],
    ['+55 (11) 98765-4321', {}, { kind: 'phone', value: '5511987654321' }],
    ['5511987654321@s.whatsapp.net', {}, { kind: 'phone', value: '5511987654321' }],
    ['5511987654321:12@s.whatsapp.net', {}, { kind: 'phone', value: '5511987654321' }],
    ['5511987654321@c.us', {}, { kind: 'phone', value: '5511987654321' }],
    ['34600111222', {}, { kind: 'phone', value: '34600111222' }],
    ['182736455463728@lid', {}, { kind: 'lid', value: '182736455463728' }],
    ['182736455463728', {}, { kind: 'lid', value: '182736455463728' }],
    ['18273645546372', {}, { kind: 'lid', value: '18273645546372' }],
    ['1827364554637', { remoteJid: '1827364554637@lid' }, { kind: 'lid', value: '1827364554637' }],
    ['1827364554637', { lid: '1827364554637@lid' }, { kind: 'lid', value: '1827364554637' }],
    ['5511987654321', { lid: '99887766554433@lid' }, { kind: 'phone', value: '5511987654321' }],
    ['55119876543210', {}, { kind: 'lid', value: '55119876543210' }],
    ['120363012345678901', { isGroup: true }, { kind: 'group', value: '120363012345678901' }],
    ['120363012345678901', {}, { kind: 'group', value: '120363012345678901' }],
    ['120363012345678901@g.us', {}, { kind: 'group', value: '120363012345678901' }],
    ['5511987654321-1412345678', {}, { kind: 'group', value: '5511987654321-1412345678' }],
    ['17841400000000000', { channel: 'instagram' as const }, { kind: 'other', value: '17841400000000000' }],
    ['status@broadcast', {}, null],
    ['120363999999999999@newsletter', {}, null],
    ['', {}, null],
    ['190', {}, null],
    ['atendimento', {}, null],
  ])('of %p with %p is %p', (number, more, address) => {
    expect(readAddress(stored(number, more))).toEqual(address as never)
  })

  test('knows the LID beside a number', () => {
    expect(readLid(stored('5511987654321', { lid: '99887766554433@lid' }))).toBe('99887766554433')
    expect(readLid(stored('5511987654321', { remoteJid: '99887766554433@lid' }))).toBe('99887766554433')
    expect(readLid(stored('5511987654321', { remoteJid: '5511987654321@s.whatsapp.net' }))).toBeNull()
  })
})

describe('name', () => {
  test.each([
    ['Maria da Silva', 'Maria da Silva', false],
    ['JoÃ£o AÃ§Ã£o', 'João Ação', true],
    ['JosÃ© â€œZÃ©â€\u009d', 'José “Zé”', true],
    ['ðŸ¥– Padaria', '🥖 Padaria', true],
    ['João AÃ§Ã£o', 'João AÃ§Ã£o', false],
    ['São João', 'São João', false],
    ['Ã', 'Ã', false],
    ['Jos\ufffd', 'Jos\ufffd', false],
    ['Pedro\t"Pão" <b>Lima</b> \\o/', 'Pedro "Pão" <b>Lima</b> \\o/', false],
    [' \u200eAna\n\nBia ', 'Ana Bia', false],
    ['🥖', '🥖', false],
    ['.', null, false],
    ['~ -', null, false],
    ['', null, false],
    [null, null, false],
    ['5511987654321', null, false],
    ['+55 11 98765-4321', null, false],
    ['24 horas', '24 horas', false],
  ])('%p is %p', (name, read, isRepaired) => {
    expect(readName(name, '5511987654321')).toEqual({ name: read, isRepaired, isCut: false })
  })

  test('of 255 signs is cut, never inside of a character', () => {
    expect(readName('a'.repeat(255))).toEqual({ name: 'a'.repeat(200), isRepaired: false, isCut: true })
    expect(readName(`${'a'.repeat(199)}🥖`).name).toBe('a'.repeat(199))
  })
})
