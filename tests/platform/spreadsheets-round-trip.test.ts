/** What the product writes, it reads: every text comes back as it was, from .csv and from both writers of .xlsx. */
import { afterAll, beforeAll, expect, test } from 'bun:test'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { noWait } from '../../src/platform/gate'
import { readSpreadsheetJob, writeSpreadsheetJob } from '../../src/platform/spreadsheets/jobs'
import { streamSpreadsheet } from '../../src/platform/spreadsheets/stream'
import { inSuite } from '../support/long'
import { parsing } from '../support/parsing'
import { createRandom } from '../support/random'

let folder = ''
beforeAll(() => {
  folder = mkdtempSync('/dev/shm/balcao-round-trip-')
})
afterAll(() => rmSync(folder, { recursive: true }))

const parse = parsing.of('round-trip')
const place = (name: string) => join(folder, name)

const pieces = [
  ...[
    '"',
    '""',
    ';',
    ',',
    '\t',
    '|',
    '\n',
    '\r\n',
    '\r',
    ' ',
    '\u00a0',
    "'",
    '\\',
    '\\"',
    '="',
    '";"',
    '","',
    '"\r\n"',
  ],
  ...['=', '+', '-', '@', '=1+1', '+5521999998888', '-3', '@a', "'=x", '\u200b=1', '="007"'],
  ...['007', '5521999998888', '123456789012345678', '1,5', '1.234,50', '10/12/2025', '1e5', 'TRUE', '#N/A'],
  ...['é', 'ção', 'ß', '🌸', '👩‍👧', 'İı', '漢字', '\u0301', 'e\u0301'],
  ...[
    '<b>',
    '&amp;',
    ']]>',
    '</table>',
    '_x0041_',
    '_x005F_',
    '%PDF',
    'sep=',
    '{"a":1}',
    'ID;P',
    '__proto__',
    'Ana',
    'x',
  ],
]

const { below, pick } = createRandom(20_261_128)
/** A cell is trimmed, as every stored text is. */
const cell = () =>
  Array.from({ length: below(7) }, () => pick(pieces))
    .join('')
    .trim()

function table(): string[][] {
  const width = 1 + below(6)
  const rows = Array.from({ length: 1 + below(7) }, () => Array.from({ length: width }, cell))
  return rows.map((cells) => (cells.some(Boolean) ? cells : cells.with(0, 'x')))
}

async function readBack(path: string) {
  const to = place('rows')
  const args = { path, to, rows: 100, columns: 20, cell: 500, language: 'pt-BR', sheet: null, isListing: true }
  expect(await parse(readSpreadsheetJob, args)).toMatchObject({ isCut: false, repaired: [] })
  const lines = readFileSync(to, 'utf8').split('\n').filter(Boolean)
  return lines.map((line) => (JSON.parse(line) as [number, string[]])[1]) // written by the job
}

const full = (rows: readonly (readonly string[])[], width: number) =>
  rows.map((cells) => [...cells, ...Array<string>(width - cells.length).fill('')])

/** A workbook has one form of line break. */
const asInWorkbook = (rows: readonly (readonly string[])[]) =>
  rows.map((cells) => cells.map((text) => text.replace(/\r\n?/g, '\n')))

for (const way of ['csv', 'xlsx', 'stream'] as const)
  test(`every text comes back from ${way}`, async () => {
    const expected = way === 'csv' ? (rows: string[][]) => rows : asInWorkbook
    for (let n = 0; n < inSuite(150, 2_000); n++) {
      const rows = table()
      const [path, file] = [place('table'), place('file')]
      if (way === 'stream')
        writeFileSync(file, new Uint8Array(await streamSpreadsheet('a', [rows], noWait).arrayBuffer()))
      else {
        writeFileSync(path, rows.map((row) => `${JSON.stringify(row)}\n`).join(''))
        expect(await parse(writeSpreadsheetJob, { path, to: file, format: way })).toEqual({ rows: rows.length })
      }
      expect(JSON.stringify(full(await readBack(file), rows[0]?.length ?? 0))).toBe(JSON.stringify(expected(rows)))
    }
  }, 120_000)
