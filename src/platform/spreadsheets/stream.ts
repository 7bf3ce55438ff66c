/** A large .xlsx that is sent while it is written: a zip archive whose one sheet is packed piece by piece, all cells texts. */
import { crc32, createDeflateRaw } from 'node:zlib'
import { harmless } from './cells'

type Rows = readonly (readonly string[])[]
export type Pieces = Iterable<Rows> | AsyncIterable<Rows>

/** Begins at once: the archive's head is sent before the first rows are asked for. */
export const streamSpreadsheet = (name: string, pieces: Pieces): Response =>
  new Response(asStream(workbook(pieces)), {
    headers: {
      'content-type': 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(`${name}.xlsx`)}`,
      'x-content-type-options': 'nosniff',
      'cache-control': 'no-store',
    },
  })

/** Asks for the next piece when the one before has left. */
function asStream(source: AsyncGenerator<Uint8Array>): ReadableStream<Uint8Array> {
  return new ReadableStream({
    async pull(controller) {
      const { value, done } = await source.next()
      if (done) controller.close()
      else controller.enqueue(value)
    },
    async cancel() {
      await source.return(undefined)
    },
  })
}

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main'
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006'
const SHEETS = 'application/vnd.openxmlformats-officedocument.spreadsheetml'

const parts: readonly (readonly [string, string])[] = [
  [
    '[Content_Types].xml',
    `${XML}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="${SHEETS}.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="${SHEETS}.worksheet+xml"/></Types>`,
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
    `${XML}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
  ],
]

async function* workbook(pieces: Pieces): AsyncGenerator<Uint8Array> {
  const entries: Entry[] = []
  let offset = 0
  const note = (entry: Omit<Entry, 'offset'>, bytes: number) => {
    entries.push({ ...entry, offset })
    offset += bytes
  }
  for (const [name, text] of parts) {
    const content = Buffer.from(text)
    const entry = { name, method: STORED, crc: crc32(content), packed: content.length, size: content.length }
    const bytes = Buffer.concat([localHead(entry), content])
    note(entry, bytes.length)
    yield bytes
  }
  const name = 'xl/worksheets/sheet1.xml'
  const head = localHead({ name, method: DEFLATED, crc: 0, packed: 0, size: 0 })
  yield head
  let [crc, size, packed] = [0, 0, 0]
  const deflate = createDeflateRaw({ level: 1 })
  const feeding = (async () => {
    for await (const text of sheet(pieces)) {
      const content = Buffer.from(text)
      crc = crc32(content, crc)
      size += content.length
      if (!deflate.write(content)) await new Promise((resolve) => deflate.once('drain', resolve))
    }
    deflate.end()
  })()
  feeding.catch((error: Error) => deflate.destroy(error))
  for await (const piece of deflate as AsyncIterable<Uint8Array>) {
    packed += piece.length
    yield piece
  }
  await feeding
  const entry = { name, method: DEFLATED, crc, packed, size }
  const end = behind(entry)
  note(entry, head.length + packed + end.length)
  yield Buffer.concat([end, directory(entries, offset)])
}

async function* sheet(pieces: Pieces): AsyncGenerator<string> {
  yield `${XML}<worksheet xmlns="${MAIN}"><sheetFormatPr defaultRowHeight="15" defaultColWidth="24"/><sheetData>`
  for await (const rows of pieces) yield rows.map((cells) => `<row>${cells.map(cellOf).join('')}</row>`).join('')
  yield '</sheetData></worksheet>'
}

const cellOf = (text: string): string =>
  text === '' ? '<c/>' : `<c t="inlineStr"><is><t xml:space="preserve">${escaped(harmless(text))}</t></is></c>`

const signs: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;' }
/** What XML cannot say is left out. */
const escaped = (text: string): string =>
  /[&<>\p{Cc}\uFFFE\uFFFF]|[\uD800-\uDFFF]/u.test(text)
    ? text
        .toWellFormed()
        // biome-ignore lint/suspicious/noControlCharactersInRegex: they are what is meant
        .replace(/[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g, '')
        .replace(/[&<>]/g, (sign) => signs[sign] ?? sign)
    : text

type Entry = {
  readonly name: string
  readonly method: number
  readonly crc: number
  readonly packed: number
  readonly size: number
  readonly offset: number
}

const [STORED, DEFLATED] = [0, 8]
/** Names are UTF-8; of what is packed the sizes follow the content. */
const flagsOf = (method: number): number => (method === DEFLATED ? 0x0808 : 0x0800)
/** The first of January 1980: no file tells when it was made. */
const DATE = 0x0021

function localHead({ name, method, crc, packed, size }: Omit<Entry, 'offset'>): Buffer {
  const head = Buffer.alloc(30)
  head.writeUInt32LE(0x04034b50, 0)
  head.writeUInt16LE(20, 4)
  head.writeUInt16LE(flagsOf(method), 6)
  head.writeUInt16LE(method, 8)
  head.writeUInt16LE(DATE, 12)
  head.writeUInt32LE(crc, 14)
  head.writeUInt32LE(packed, 18)
  head.writeUInt32LE(size, 22)
  head.writeUInt16LE(name.length, 26)
  return Buffer.concat([head, Buffer.from(name)])
}

function behind({ crc, packed, size }: Omit<Entry, 'offset'>): Buffer {
  const end = Buffer.alloc(16)
  end.writeUInt32LE(0x08074b50, 0)
  end.writeUInt32LE(crc, 4)
  end.writeUInt32LE(packed, 8)
  end.writeUInt32LE(size, 12)
  return end
}

function directory(entries: readonly Entry[], start: number): Buffer {
  const lines = entries.map(({ name, method, crc, packed, size, offset }) => {
    const line = Buffer.alloc(46)
    line.writeUInt32LE(0x02014b50, 0)
    line.writeUInt16LE(20, 4)
    line.writeUInt16LE(20, 6)
    line.writeUInt16LE(flagsOf(method), 8)
    line.writeUInt16LE(method, 10)
    line.writeUInt16LE(DATE, 14)
    line.writeUInt32LE(crc, 16)
    line.writeUInt32LE(packed, 20)
    line.writeUInt32LE(size, 24)
    line.writeUInt16LE(name.length, 28)
    line.writeUInt32LE(offset, 42)
    return Buffer.concat([line, Buffer.from(name)])
  })
  const all = Buffer.concat(lines)
  const end = Buffer.alloc(22)
  end.writeUInt32LE(0x06054b50, 0)
  end.writeUInt16LE(entries.length, 8)
  end.writeUInt16LE(entries.length, 10)
  end.writeUInt32LE(all.length, 12)
  end.writeUInt32LE(start, 16)
  return Buffer.concat([all, end])
}
