/** Reads a file of contact cards as a sheet with a header: a card is a row. */
import { parserFor } from '../../parsing/worker/serve'
import { cut } from '../../text'
import { readVcards, type Vcard } from '../../vcard'
import { cardHeads } from '../card-heads'
import { readCardsJob } from '../jobs'
import { decode } from './decode'

/** Numbers and addresses of e-mail with a column of their own. */
const [MOST_NUMBERS, MOST_EMAILS] = [6, 3]
/** Maximum characters of all cells together. */
const MOST_TEXT = 20_000_000

export const parseCards = parserFor(readCardsJob, async ({ path, to, rows, cell, language }) => {
  const decoded = decode(Buffer.from(await Bun.file(path).arrayBuffer()), language)
  if (!decoded) throw new Error('no text')
  const people: { line: number; cells: readonly string[] }[] = []
  let [length, isCut] = [0, false]
  for (const card of readVcards(decoded.text)) {
    if (card.isList) continue
    const cells = cellsOf(card).map((text) => cut(text, cell))
    if (!cells.some(Boolean)) continue
    // The header is a row, too.
    if (people.length === rows - 1) {
      isCut = true
      break
    }
    people.push({ line: card.line, cells })
    length += cells.reduce((sum, text) => sum + text.length, 0)
    if (length > MOST_TEXT) throw new Error('too much text')
  }
  const filled = cardHeads(language, { numbers: MOST_NUMBERS, emails: MOST_EMAILS })
    .map((head, at) => ({ head, at }))
    .filter(({ at }) => people.some(({ cells }) => cells[at] !== ''))
  const lines = [
    { line: 0, cells: filled.map(({ head }) => head) },
    ...people.map(({ line, cells }) => ({ line, cells: filled.map(({ at }) => cells[at] ?? '') })),
  ]
  const written = people.length === 0 ? [] : lines
  await Bun.write(to, written.map(({ line, cells }) => `${JSON.stringify([line, cells])}\n`).join(''), { mode: 0o600 })
  return { rows: written.length, isCut, sheets: [], sheet: 0, repaired: [], isLocked: false }
})

/** In the order of the heads. */
function cellsOf({ name, company, title, numbers, emails, birthday, address, note, groups }: Vcard): readonly string[] {
  const written = numbers
    .toSorted((a, b) => rankOf(a) - rankOf(b))
    .map(({ number, account }) => (account === null ? number : `+${account}`))
  return [
    name,
    company,
    ...columnsOf(written, MOST_NUMBERS),
    ...columnsOf(emails, MOST_EMAILS),
    title,
    birthday,
    address,
    groups,
    note,
  ].map((text) => text.replace(/\s+/g, ' ').trim())
}

const rankOf = ({ account, isMobile, isDeaf }: Vcard['numbers'][number]): number =>
  account ? 0 : isDeaf ? 3 : isMobile ? 1 : 2

/** The last column has all that are left. */
const columnsOf = (values: readonly string[], count: number): readonly string[] =>
  Array.from({ length: count }, (_, at) => (at < count - 1 ? (values[at] ?? '') : values.slice(at).join(' ; ')))
