/** CSV in the variants that programs of different countries write. Pure. */

/** Decodes UTF-8, or Windows-1252. */
export function textOf(bytes: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes)
  } catch {
    return new TextDecoder('windows-1252').decode(bytes)
  }
}

/** The most frequent separator in the first line, outside quotes. */
function separatorOf(text: string): string {
  const [line = ''] = text
    .slice(0, 10_000)
    .replace(/"[^"]*"/g, '')
    .split(/[\r\n]/, 1)
  const counts = [';', ',', '\t'].map((sign) => [line.split(sign).length, sign] as const)
  return counts.reduce((best, one) => (one[0] > best[0] ? one : best))[1]
}

/** Yields each row with the line on which it begins. */
export function* csvRows(text: string): Generator<{ line: number; cells: string[] }> {
  const separator = separatorOf(text)
  let [line, begun, at] = [1, 1, 0]
  let cells: string[] = []
  while (at < text.length) {
    let cell = ''
    if (text[at] === '"') {
      for (;;) {
        const end = text.indexOf('"', at + 1)
        const part = text.slice(at + 1, end < 0 ? text.length : end)
        cell += part
        line += part.split('\n').length - 1
        at = end < 0 ? text.length : end + 1
        if (text[at] !== '"') break
        cell += '"'
      }
    }
    const from = at
    while (at < text.length && text[at] !== separator && text[at] !== '\n' && text[at] !== '\r') at++
    cells.push(cell + text.slice(from, at))
    const sign = text[at++]
    if (sign === separator) {
      if (at === text.length) cells.push('')
      continue
    }
    if (sign === '\r' && text[at] === '\n') at++
    yield { line: begun, cells }
    begun = ++line
    cells = []
  }
  if (cells.length > 0) yield { line: begun, cells }
}

/**
 * Quotes every cell: a program with another separator would split an unquoted one and could see a formula in the rest.
 */
const quoted = (cell: string): string => `"${cell.replaceAll('"', '""')}"`

/** Adds a byte order mark and uses semicolons, so that Excel opens it correctly in all our locales. */
export const writeCsv = (rows: readonly (readonly string[])[]): string =>
  `\uFEFF${rows.map((cells) => `${cells.map(quoted).join(';')}\r\n`).join('')}`
