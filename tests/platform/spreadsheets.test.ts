/** Spreadsheets from outside become rows of texts, and rows become spreadsheets in which no cell is a formula. */
import { afterAll, beforeAll, describe, expect, test } from 'bun:test'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { constants, crc32, deflateRawSync } from 'node:zlib'
import { CFB, read, utils, write } from 'xlsx'
import { readSpreadsheetJob, writeSpreadsheetJob } from '../../src/platform/spreadsheets/jobs'
import { parsing } from '../support/parsing'

let folder = ''
beforeAll(() => {
  folder = mkdtempSync('/dev/shm/balcao-sheets-')
})
afterAll(() => rmSync(folder, { recursive: true }))

const parse = parsing.of('sheets')
const bounds = { rows: 100, columns: 5, cell: 50 }
const asked: { language: string; sheet: number | null; isListing: boolean } = {
  language: 'pt-BR',
  sheet: null,
  isListing: true,
}
let made = 0
const place = () => join(folder, String(made++))
const linesOf = (path: string) =>
  readFileSync(path, 'utf8')
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line))

async function rowsOf(bytes: Uint8Array | string, within: Partial<typeof bounds & typeof asked> = {}) {
  const [path, to] = [place(), place()]
  writeFileSync(path, bytes)
  const answer = await parse(readSpreadsheetJob, { path, to, ...bounds, ...asked, ...within })
  return (
    answer && {
      ...answer,
      rows: linesOf(to) as (readonly [number, string[]] | readonly [number, string[], string[]])[],
    }
  ) // written by the job
}

type Cell = string | number | boolean | Date | null
const workbook = (cells: readonly (readonly Cell[])[], bookType: 'xlsx' | 'biff8' = 'xlsx'): Buffer =>
  write(utils.book_new(utils.aoa_to_sheet(cells.map((row) => [...row]))), {
    type: 'buffer',
    bookType,
    compression: true,
  })

describe('reading', () => {
  const table = [
    ['Nome', 'Número'],
    ['José', 5521999998888],
    [null, null],
    ['Ana; a "sábia"', true],
  ] as const
  const expected = [
    [1, ['Nome', 'Número']],
    [2, ['José', '5521999998888']],
    [4, ['Ana; a "sábia"', 'true']],
  ]

  test('a table is read equally from every format, with the line of each row', async () => {
    expect((await rowsOf(workbook(table)))?.rows as unknown).toEqual(expected)
    expect((await rowsOf(workbook(table, 'biff8')))?.rows as unknown).toEqual(expected)
    const written = 'Nome;Número\r\nJosé;5521999998888\r\n;\r\n"Ana; a ""sábia""";true\r\n'
    expect((await rowsOf(`\uFEFF${written}`))?.rows as unknown).toEqual(expected)
    expect((await rowsOf(Buffer.from(written, 'latin1')))?.rows as unknown).toEqual(expected)
    expect((await rowsOf('a,b\n1,"x\ny"\n2,z'))?.rows).toEqual([
      [1, ['a', 'b']],
      [2, ['1', 'x\ny']],
      [4, ['2', 'z']],
    ])
  })

  test('a date is read as displayed, a formula as its result', async () => {
    const sheet = utils.aoa_to_sheet([[new Date(Date.UTC(2026, 10, 22, 12))]], { UTC: true, dateNF: 'dd/mm/yyyy' })
    sheet.B1 = { t: 'n', v: 3, f: '1+2' }
    sheet['!ref'] = 'A1:B1'
    const bytes: Buffer = write(utils.book_new(sheet), { type: 'buffer', bookType: 'xlsx' })
    expect((await rowsOf(bytes))?.rows).toEqual([[1, ['22/11/2026', '3']]])
  })

  test('special property names are ordinary texts', async () => {
    const names = ['__proto__', 'constructor', 'toString']
    expect((await rowsOf(workbook([names])))?.rows).toEqual([[1, names]])
    expect((await rowsOf(names.join()))?.rows).toEqual([[1, names]])
  })

  test('rows, columns and cells beyond the bounds are dropped, and further rows are reported', async () => {
    const rows = Array.from({ length: 30 }, (_, at) =>
      Array.from({ length: 30 }, (_, to) => `${at} ${to} ${'x'.repeat(99)}`),
    )
    for (const bytes of [workbook(rows), rows.map((row) => row.join(';')).join('\n')]) {
      const found = await rowsOf(bytes, { rows: 10, columns: 3, cell: 8 })
      expect(found?.rows.length).toBe(10)
      expect(found?.rows[9]).toEqual([10, ['9 0 xxxx', '9 1 xxxx', '9 2 xxxx'], ['longCell', 'manyColumns']])
      expect(found?.isCut).toBe(true)
      expect((await rowsOf(bytes, { rows: 30 }))?.isCut).toBe(false)
    }
    const cell = (name: string) => `<c r="${name}" t="inlineStr"><is><t>a</t></is></c>`
    const far = `<row r="1">${cell('A1')}</row><row r="1048576">${cell('B1048576')}</row>`
    expect(await rowsOf(workbookOf(Buffer.from(sheetOf(far))))).toMatchObject({
      isCut: false,
      rows: [
        [1, ['a']],
        [1_048_576, ['', 'a']],
      ],
    })
    const formatted = sheetOf(`<row r="1">${cell('A1')}</row>`)
    expect(await rowsOf(workbookOf(Buffer.from(formatted)))).toMatchObject({ isCut: false, rows: [[1, ['a']]] })
  })
})

describe('refusals', () => {
  test('other files are refused', async () => {
    expect(await rowsOf('<html><body><p>nome;numero</p></body></html>')).toBeUndefined()
    expect(await rowsOf('%PDF-1.7\n1 0 obj')).toBeUndefined()
    expect(await rowsOf('BEGIN:VCARD\r\nVERSION:3.0\r\nFN:Ana\r\nEND:VCARD')).toBeUndefined()
    expect(await rowsOf('[{"nome":"Ana","numero":"11988010001"}]')).toBeUndefined()
    expect(await rowsOf(Buffer.from('89504e470d0a1a0a0000000d49484452000000010000', 'hex'))).toBeUndefined()
    expect(await rowsOf(zip({ 'word/document.xml': Buffer.from('<a/>') }))).toBeUndefined()
    expect(await rowsOf(workbook([['a']]).subarray(0, 900))).toBeUndefined()
  })

  test('files of other programs in XML are refused, a table with tags as headings is read', async () => {
    const invoice = '<nfeProc versao="4.00">\n<NFe>;<nome>Ana</nome></NFe>\n</nfeProc>\n'
    for (const written of [invoice, `<?xml version="1.0"?>${invoice}`]) expect(await rowsOf(written)).toBeUndefined()
    expect((await rowsOf('<nome>;<fone>\nAna;11988010001'))?.rows).toHaveLength(2)
  })

  test('files that need a password are named as such', async () => {
    const compound: unknown = CFB.utils.cfb_new()
    for (const name of ['EncryptionInfo', 'EncryptedPackage'])
      CFB.utils.cfb_add(compound, `/${name}`, Buffer.alloc(200, 1))
    const manifest = '<manifest:file-entry><manifest:encryption-data/></manifest:file-entry>'
    const document = zip({ 'content.xml': Buffer.alloc(200, 7), 'META-INF/manifest.xml': Buffer.from(manifest) })
    for (const bytes of [CFB.write(compound, { type: 'buffer' }) as Buffer, document]) {
      const path = place()
      writeFileSync(path, bytes)
      const answer = await parse(readSpreadsheetJob, { path, to: place(), ...bounds, ...asked })
      expect(answer?.isLocked).toBe(true)
    }
  })

  const ten = (piece: string) => piece.repeat((10 * 1024 * 1024) / piece.length)
  const hostile: Readonly<Record<string, string>> = {
    'one line': ten('a'),
    separators: `"a";${ten(';')}`,
    quotes: ten('"'),
    'stray quotes': ten('"a\n'),
    'stray quotes that close far away': `${ten('"a;b\n')}";x\n`,
    'doubled quotes': ten('""x\n'),
    'empty lines': ten('\n'),
    'tables in tables': ten('<table><tr><td>'),
    'tags without end': `<table><tr><td>${ten('<a "')}`,
    comments: `<table><tr><td>${ten('<!--[if ')}`,
    'spanning cells': `<table><tr>${ten('<td rowspan=999999 colspan=99999>a</td></tr><tr>')}`,
    'far cells': `ID;PWXL\n${ten('C;Y999999999;X99999999;K"a"\n')}`,
  }
  for (const [name, text] of Object.entries(hostile))
    test(`ten megabytes of ${name} are read or refused within the budget`, async () => {
      const began = performance.now()
      const found = await rowsOf(text)
      expect(performance.now() - began).toBeLessThan(readSpreadsheetJob.ms + 5_000)
      expect(found?.rows.length ?? 0).toBeLessThanOrEqual(bounds.rows)
      expect((await rowsOf('a;b'))?.rows).toEqual([[1, ['a', 'b']]])
    }, 60_000)

  test('a zip bomb is refused, and the next file is read', async () => {
    const book = workbook([['a', 'b']])
    expect((await rowsOf(book))?.rows).toEqual([[1, ['a', 'b']]])
    const began = performance.now()
    expect(await rowsOf(bomb())).toBeUndefined()
    expect(performance.now() - began).toBeLessThan(readSpreadsheetJob.ms + 5_000)
    expect((await rowsOf(book))?.rows).toEqual([[1, ['a', 'b']]])
  }, 180_000)
})

test('no written cell is a formula, and reading it back returns the original', async () => {
  const rows = [
    ['=1+1', '+55', '-3', '@a', "'=x"],
    ['\tb', '=HYPERLINK("http://x";"y")', 'a;"b"', "d'água", 'ção\nção'],
    ['\u00a0=1', '\u200b=1', '\u0001=1', 'a,=1+1', 'a\t=1+1'],
  ]
  for (const format of ['xlsx', 'csv'] as const) {
    const [path, to] = [place(), place()]
    writeFileSync(path, rows.map((row) => `${JSON.stringify(row)}\n`).join(''))
    expect(await parse(writeSpreadsheetJob, { path, to, format })).toEqual({ rows: 3 })
    const bytes = readFileSync(to)
    if (format === 'csv') {
      const text = bytes.toString('utf8')
      expect(text).not.toMatch(/(^\uFEFF?|;|\n)"?[\p{Cc}\p{Cf}\p{Z}]*[=+\-@]/u)
      // A program with any separator sees one cell for each written one.
      expect(text.slice(1).replace(/"(?:[^"]|"")*"/g, '')).toBe(';;;;\r\n'.repeat(3))
    } else {
      const sheet = read(bytes, { cellFormula: true }).Sheets.Sheet1 ?? {}
      const cells = Object.entries(sheet).filter(([name]) => !name.startsWith('!'))
      expect(cells.length).toBe(15)
      for (const [, cell] of cells) {
        expect([cell.t, cell.f]).toEqual(['s', undefined])
        expect(String(cell.v)).not.toMatch(/^[=+\-@\t]/)
      }
    }
    const found = await rowsOf(bytes)
    expect(found?.rows.map(([, cells]) => cells)).toEqual(rows)
  }
})

type Entry = Buffer | { readonly packed: Buffer; readonly size: number; readonly crc: number }

/** A hand-written zip archive, whose entries may be compressed already. */
function zip(entries: Readonly<Record<string, Entry>>): Buffer {
  const [files, directory]: [Buffer[], Buffer[]] = [[], []]
  let at = 0
  for (const [name, entry] of Object.entries(entries)) {
    const { packed, size, crc } = Buffer.isBuffer(entry)
      ? { packed: deflateRawSync(entry), size: entry.length, crc: crc32(entry) }
      : entry
    const facts = Buffer.alloc(26)
    facts.writeUInt16LE(20, 0)
    facts.writeUInt16LE(8, 4)
    facts.writeUInt32LE(crc, 10)
    facts.writeUInt32LE(packed.length, 14)
    facts.writeUInt32LE(size, 18)
    facts.writeUInt16LE(name.length, 22)
    const local = Buffer.concat([Buffer.from('504b0304', 'hex'), facts, Buffer.from(name), packed])
    const where = Buffer.alloc(14)
    where.writeUInt32LE(at, 10)
    directory.push(Buffer.concat([Buffer.from('504b01021400', 'hex'), facts, where, Buffer.from(name)]))
    files.push(local)
    at += local.length
  }
  const end = Buffer.alloc(18)
  const count = Object.keys(entries).length
  end.writeUInt16LE(count, 4)
  end.writeUInt16LE(count, 6)
  end.writeUInt32LE(Buffer.concat(directory).length, 8)
  end.writeUInt32LE(at, 12)
  return Buffer.concat([...files, ...directory, Buffer.from('504b0506', 'hex'), end])
}

/** A workbook with a sheet of 1.5 GB of zeros. */
function bomb(): Buffer {
  const [piece, times] = [Buffer.alloc(16 * 1024 * 1024, ' '), 96]
  const packed = deflateRawSync(piece, { finishFlush: constants.Z_FULL_FLUSH })
  const body = Buffer.concat([...Array<Buffer>(times).fill(packed), deflateRawSync(Buffer.alloc(0))])
  return workbookOf({ packed: body, size: piece.length * times, crc: 0 })
}

const main = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const sheetOf = (rows: string) =>
  `<?xml version="1.0"?><worksheet xmlns="${main}"><dimension ref="A1:XFD1048576"/><sheetData>${rows}</sheetData></worksheet>`

/** A minimal workbook with one sheet. */
function workbookOf(sheet: Entry): Buffer {
  const text = (words: string) => Buffer.from(`<?xml version="1.0"?>${words}`)
  const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
  const packages = 'http://schemas.openxmlformats.org/package/2006'
  const kind = 'application/vnd.openxmlformats-officedocument.spreadsheetml'
  return zip({
    '[Content_Types].xml': text(
      `<Types xmlns="${packages}/content-types"><Override PartName="/xl/workbook.xml" ContentType="${kind}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${kind}.worksheet+xml"/></Types>`,
    ),
    '_rels/.rels': text(
      `<Relationships xmlns="${packages}/relationships"><Relationship Id="r1" Type="${office}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    ),
    'xl/workbook.xml': text(
      `<workbook xmlns="${main}" xmlns:r="${office}"><sheets><sheet name="a" sheetId="1" r:id="r1"/></sheets></workbook>`,
    ),
    'xl/_rels/workbook.xml.rels': text(
      `<Relationships xmlns="${packages}/relationships"><Relationship Id="r1" Type="${office}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
    ),
    'xl/worksheets/sheet1.xml': sheet,
  })
}
