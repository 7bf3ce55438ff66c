/** The reader of contact cards: what phones, address books and strangers write. */
import { describe, expect, test } from 'bun:test'
import { areVcards, readVcards, type Vcard } from '../../src/platform/vcard'

const cards = (...lines: string[]) => [...readVcards(lines.join('\r\n'))]
const framed = (...lines: string[]) => cards('BEGIN:VCARD', ...lines, 'END:VCARD')[0] as Vcard // there is one
const numbers = ({ numbers }: Vcard) => numbers.map(({ number }) => number)

describe('a name', () => {
  test.each([
    [['FN:Rita Seis', 'N:Outra;Rita;;;'], 'Rita Seis'],
    [['N:Seis;Rita;Maria;Sra.;Filha'], 'Rita Maria Seis Filha'],
    [['N:Seis\\;Sete;Rita\\, a boa'], 'Rita, a boa Seis;Sete'],
    [
      [
        'FN;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:=5A=C3=A9=6C=69=61=20=E2=9A=BD=20=43=6F=6E=',
        '=63=65=69=C3=A7=C3=A3=6F',
      ],
      'Zélia ⚽ Conceição',
    ],
    [
      ['N;CHARSET=UTF-8;ENCODING=QUOTED-PRINTABLE:=43=6F=6E=63=65=69=C3=A7=C3=A3=6F;=5A=C3=A9=6C=69=61;;;'],
      'Zélia Conceição',
    ],
    [['N;ENCODING=QUOTED-PRINTABLE:A=3BB;Jo=C3=A3o'], 'João A;B'],
    [['FN;CHARSET=ISO-8859-1;QUOTED-PRINTABLE:Jo=E3o'], 'João'],
    [['FN;ENCODING=QUOTED-PRINTABLE:Jo=E3o'], 'João'],
    [['FN;CHARSET=x-unknown;ENCODING=QUOTED-PRINTABLE:Jo=E3o'], 'João'],
    [['FN;ENCODING=QUOTED-PRINTABLE:José 50=25 =ZZ'], 'José 50% =ZZ'],
    [['FN:Rita Maria', '  Seis'], 'Rita Maria Seis'],
    [['FN:Rita', '\tSeis'], 'RitaSeis'],
    [['item1.FN;LANGUAGE="pt:BR":Rita'], 'Rita'],
    [['fn:rita'], 'rita'],
    [['N:Seis;Rita\\'], 'Rita\\ Seis'],
    [['FN:', 'ORG:Oficina'], ''],
  ])('%p is %s', (lines, name) => {
    expect(framed(...lines).name).toBe(name)
  })
})

describe('numbers', () => {
  test.each([
    [['TEL;CELL:+55 11 98801-5001'], ['+55 11 98801-5001']],
    [
      ['TEL;type=CELL;type=VOICE;type=pref:+55 11 98801-0030', 'TEL;type=HOME:(11) 3301-0030'],
      ['+55 11 98801-0030', '(11) 3301-0030'],
    ],
    [['TEL;VALUE=uri;TYPE="voice,cell":tel:+55-11-98801-0001;ext=2'], ['+55-11-98801-0001']],
    [['TEL:tel:+55%2011%2098801-0001'], ['+55 11 98801-0001']],
    [['item1.TEL:11 98801-0001', 'item1.X-ABLabel:_$!<Mobile>!$_'], ['11 98801-0001']],
    [['a.b.c.TEL:11 98801-0001'], ['11 98801-0001']],
    [['TEL;TYPE=CELL;ENCODING=QUOTED-PRINTABLE:=2B55 11 98801-0001'], ['+55 11 98801-0001']],
    [['TEL:', 'TEL: '], []],
  ])('%p are %p', (lines, found) => {
    expect(numbers(framed(...lines))).toEqual(found)
  })

  test('know their account, and whether they are mobile', () => {
    const { numbers } = framed(
      'item1.TEL;waid=5511988010001:+55 11 98801-0001',
      'item1.X-ABLabel:Celular',
      'TEL;TYPE=HOME:11 3301-0001',
      'TEL;CELL:11 98801-0002',
    )
    expect(numbers.map(({ account, isMobile }) => [account, isMobile])).toEqual([
      ['5511988010001', true],
      [null, false],
      [null, true],
    ])
  })
})

test.each([
  ['TEL;TYPE=WORK,FAX:11 3301-0001', true],
  ['TEL;HOME;FAX:11 3301-0001', true],
  ['TEL;PAGER:11 3301-0001', true],
  ['TEL;TYPE=WORK:11 3301-0001', false],
])('%s names a fax or pager: %p', (line, isDeaf) => {
  expect(framed(line).numbers[0]?.isDeaf).toBe(isDeaf)
})

test.each([
  [['KIND:group', 'FN:VIP'], true],
  [['FN:VIP', 'X-ADDRESSBOOKSERVER-KIND:group', 'X-ADDRESSBOOKSERVER-MEMBER:urn:uuid:1'], true],
  [['KIND:org', 'FN:Sol'], false],
  [['KIND:individual', 'X-KIND:group', 'FN:Ana'], false],
])('%p is a list of cards: %p', (lines, isList) => {
  expect(framed(...lines).isList).toBe(isList)
})

test('an entry has all that an address book keeps', () => {
  expect(
    framed(
      'VERSION:3.0',
      'FN:Rita Seis',
      'ORG:Padaria Sol;Vendas',
      'TITLE:Gerente',
      'EMAIL;TYPE=INTERNET:rita@exemplo.com',
      'EMAIL:mailto:rita@exemplo.com',
      'item2.ADR;TYPE=HOME:;;Rua A\\, 10;Santos;SP;11000-000;Brasil',
      'BDAY:1980-05-04',
      'NOTE:primeira\\nsegunda',
      'CATEGORIES:Clientes,VIP',
    ),
  ).toMatchObject({
    line: 1,
    company: 'Padaria Sol',
    title: 'Gerente',
    emails: ['rita@exemplo.com'],
    address: 'Rua A, 10, Santos, SP, 11000-000, Brasil',
    birthday: '1980-05-04',
    note: 'primeira\nsegunda',
    groups: 'Clientes,VIP',
  })
})

test('a birthday may have no year', () => {
  expect(framed('BDAY;X-APPLE-OMIT-YEAR=1604;VALUE=date:1604-05-04').birthday).toBe('--05-04')
})

test('pictures are skipped, folded or not', () => {
  const photo = 'A'.repeat(70)
  expect(
    framed(
      'PHOTO;ENCODING=b;TYPE=JPEG:/9j/4AAQ',
      ` ${photo}`,
      ` ${photo}`,
      'FN:Rita',
      'PHOTO;JPEG;ENCODING=BASE64:',
      photo,
      photo,
      '',
      'TEL:1198801',
    ),
  ).toMatchObject({ name: 'Rita', numbers: [{ number: '1198801' }] })
})

test('a text has several cards, with and without an end, and one within another is not the person', () => {
  expect(
    cards(
      'BEGIN:VCARD',
      'FN:Um',
      'END:VCARD',
      '',
      'begin:vcard',
      'FN:Dois',
      'BEGIN:VCARD',
      'FN:Três',
      'AGENT:',
      'BEGIN:VCARD',
      'FN:Ajudante',
      'TEL:999',
      'END:VCARD',
      'TEL:3',
      'END:VCARD',
      'FN:Quatro',
    ).map((card) => [card.line, card.name, numbers(card)]),
  ).toEqual([
    [1, 'Um', []],
    [5, 'Dois', []],
    [7, 'Três', ['3']],
    [16, 'Quatro', []],
  ])
  expect([...readVcards('')]).toEqual([])
  expect([...readVcards('BEGIN:VCARD\rFN:Mac\rEND:VCARD')].map(({ name }) => name)).toEqual(['Mac'])
})

test.each([
  ['BEGIN:VCARD\nFN:x', true],
  ['\n begin : vcard', true],
  ['BEGIN:VCALENDAR', false],
  ['Nome;Fone', false],
])('%j is a file of cards: %p', (text, expected) => {
  expect(areVcards(text)).toBe(expected)
})

test('a hostile card of a megabyte is read in a moment', () => {
  const begins = 'BEGIN:VCARD\n'
  const worst = [
    begins.repeat(80_000),
    `AGENT:\n${begins}`.repeat(50_000),
    `FN;ENCODING=QUOTED-PRINTABLE:${'=\n'.repeat(480_000)}`,
    `FN:x${'\n '.repeat(480_000)}`,
    `N:${';'.repeat(990_000)}`,
    `N:${'\\;'.repeat(490_000)}`,
    `${'a.'.repeat(490_000)}TEL:1`,
    `TEL${';'.repeat(990_000)}:1`,
    `TEL;"${'"";'.repeat(330_000)}:1`,
    'TEL:1\n'.repeat(160_000),
    `X-ABLabel:${'a'.repeat(10)}\n`.repeat(45_000),
    `FN:${'\\'.repeat(990_000)}`,
    '\r'.repeat(1_000_000),
    ' '.repeat(1_000_000),
  ]
  for (const text of worst) {
    const before = process.cpuUsage()
    const most = Math.max(
      0,
      ...readVcards(text, { lines: 10_000 })
        .map(({ numbers }) => numbers.length)
        .take(1_000),
    )
    const { user, system } = process.cpuUsage(before)
    expect([text.slice(0, 12), most <= 20, user + system < 500_000]).toEqual([text.slice(0, 12), true, true])
  }
})
