/** Streams a large .xlsx while it is written: one sheet of texts, numbers and instants. */
import type { Wait } from '../gate'
import { streamZip, type ZipFile } from '../zip'
import { type Cell, harmless, inWorkbook } from './cells'

type Rows = readonly (readonly Cell[])[]
export type Pieces = Iterable<Rows> | AsyncIterable<Rows>

export const streamSpreadsheet = (name: string, pieces: Pieces, wait: Wait): Response =>
  streamZip(
    { name: `${name}.xlsx`, type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet' },
    workbook(pieces),
    wait,
  )

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
const SHEETS = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

const parts: readonly (readonly [string, string])[] = [
  [
    '[Content_Types].xml',
    `${XML}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${SHEETS}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${SHEETS}.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="${SHEETS}.styles+xml"/></Types>`,
  ],
  [
    '_rels/.rels',
    `${XML}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
  ],
  [
    'xl/workbook.xml',
    `${XML}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets><sheet name="1" sheetId="1" r:id="rId1"/></sheets></workbook>`,
  ],
  [
    'xl/_rels/workbook.xml.rels',
    `${XML}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${OFFICE}/styles" Target="styles.xml"/></Relationships>`,
  ],
  // Style 1 is the built-in format 22, date and time, which programs write in the language of their user.
  [
    'xl/styles.xml',
    `${XML}<styleSheet xmlns="${MAIN}"><fonts count="1"><font/></fonts><fills count="1"><fill/></fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf/></cellStyleXfs><cellXfs count="2"><xf/><xf numFmtId="22" applyNumberFormat="1"/></cellXfs></styleSheet>`,
  ],
]

const workbook = (pieces: Pieces): ZipFile[] => [
  ...parts.map(([name, text]) => ({ name, pieces: [text] })),
  { name: 'xl/worksheets/sheet1.xml', pieces: sheet(pieces) },
]

async function* sheet(pieces: Pieces): AsyncGenerator<string> {
  yield `${XML}<worksheet xmlns="${MAIN}"><sheetFormatPr defaultRowHeight="15" defaultColWidth="24"/><sheetData>`
  for await (const rows of pieces) yield rows.map((cells) => `<row>${cells.map(cellOf).join('')}</row>`).join('')
  yield '</sheetData></worksheet>'
}

function cellOf(cell: Cell): string {
  if (cell === '') return '<c/>'
  if (typeof cell === 'string')
    return `<c t="inlineStr"><is><t xml:space="preserve">${escaped(harmless(inWorkbook(cell)))}</t></is></c>`
  return typeof cell === 'number' ? `<c><v>${cell}</v></c>` : `<c s="1"><v>${cell.serial}</v></c>`
}

const signs: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }
/** Drops characters that XML cannot represent. */
const escaped = (text: string): string =>
  /[&<>\p{Cc}\uFFFE\uFFFF]|[\uD800-\uDFFF]/u.test(text)
    ? text
        .toWellFormed()
        // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is meant
        .replace(/[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g, '')
        .replace(/[&<>]/g, (sign) => signs[sign] ?? sign)
    : text
