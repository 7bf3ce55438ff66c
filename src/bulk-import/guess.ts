/** Guesses the field of each spreadsheet column by its header or its content. Pure. */
import { fold } from '../platform/text'
import { EXTRA, IGNORED } from './contract'
import type { ImportTarget } from './target'

export type Guess = { readonly hasHead: boolean; readonly columns: readonly string[] }

export function guessColumns(
  { fields, takesExtra, unwanted = [] }: Pick<ImportTarget, 'fields' | 'takesExtra' | 'unwanted'>,
  rows: readonly (readonly string[])[],
): Guess {
  const [first = [], ...others] = rows
  const width = Math.max(0, ...rows.map(({ length }) => length))
  const cells = Array.from({ length: width }, (_, at) => first[at] ?? '')
  const named = once(cells.map((cell) => fields.find(({ heads }) => heads.includes(plain(cell)))?.key))
  const isNamed = named.some((key) => key !== undefined)
  // An unknown header: nothing in the line looks like the content below it.
  const hasHead = isNamed || (others.length > 0 && !cells.some((cell) => fields.some((one) => one.looksRight?.(cell))))
  const isWanted = (head = '') => head !== '' && !unwanted.includes(plain(head))
  const body = hasHead ? others : rows
  const columns = isNamed ? named : once(byContent({ fields }, body, width))
  return {
    hasHead,
    columns: columns.map((key, at) => key ?? (takesExtra && hasHead && isWanted(cells[at]) ? EXTRA : IGNORED)),
  }
}

/** Guesses by content, in field order; fields that have a content check come first. */
function byContent(
  { fields }: Pick<ImportTarget, 'fields'>,
  rows: readonly (readonly string[])[],
  width: number,
): (string | undefined)[] {
  const found: (string | undefined)[] = Array.from({ length: width })
  const filled = (at: number) => rows.flatMap((cells) => cells[at] || [])
  for (const { key, looksRight } of fields) {
    if (!looksRight) continue
    const at = found.findIndex((taken, at) => {
      const cells = filled(at)
      return (
        taken === undefined && cells.length > 0 && cells.filter((cell) => looksRight(cell)).length * 2 > cells.length
      )
    })
    if (at >= 0) found[at] = key
  }
  for (const { key, looksRight, isRequired } of fields) {
    const at =
      looksRight || !(isRequired || key === 'name')
        ? -1
        : found.findIndex((taken, at) => taken === undefined && filled(at).length > 0)
    if (at >= 0) found[at] = key
  }
  return found
}

/** Keeps each field in its first column only. */
const once = (keys: readonly (string | undefined)[]): (string | undefined)[] =>
  keys.map((key, at) => (keys.indexOf(key) === at ? key : undefined))

const plain = (head: string): string =>
  fold(head)
    .replace(/[^\p{L}\p{N} ]/gu, ' ')
    .replace(/\s+/g, ' ')
    .trim()
