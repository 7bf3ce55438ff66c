/** Fills variables into the texts of a flow. Throws `BudgetSpent`. Pure. */
import type { Budget } from '../../platform/budget'
import { fillVariables } from '../../tickets/variables/contract'

const VARIABLE = /\{\{ ?([\p{L}\p{N}_.]{1,48}) ?\}\}/gu

export type Lookup = (name: string) => string | undefined

export type Filling = { readonly lookup: Lookup; readonly budget: Budget }

/** In texts to people: an empty value leaves no gap. Values are not expanded again; unknown variables are left out. */
export function fillText(text: string, { lookup, budget }: Filling): string {
  const values: Record<string, string> = {}
  for (const name of variablesIn(text)) {
    values[name] = lookup(name) ?? ''
    budget.step()
    budget.read(values[name].length)
  }
  return fillVariables(text, values)
}

/** In addresses, headers and bodies. */
export const fill = (
  text: string,
  { lookup, budget }: Filling,
  write: (value: string) => string = (value) => value,
): string =>
  text.replace(VARIABLE, (_, name: string) => {
    const value = write(lookup(name) ?? '')
    budget.step()
    budget.read(value.length)
    return value
  })

export const variablesIn = (text: string): readonly string[] =>
  [...text.matchAll(VARIABLE)].map(([, name = '']) => name)

/** Inside a string of JSON. */
export const inJson = (value: string): string => JSON.stringify(value).slice(1, -1)
export const inUrl = (value: string): string => encodeURIComponent(value.toWellFormed())

/**
 * An address in which values fill their places and change nothing else: undefined where one would climb or drop a
 * segment of the path, as `..` and an empty value do. Servers differ in what they decode and trim, so the check is
 * stricter than any of them.
 */
export function fillUrl(template: string, filling: Filling): string | undefined {
  const filled = fill(template, filling, inUrl)
  if (filled.length > LONGEST_URL) return undefined
  const usual = template.replace(VARIABLE, 'x')
  if (countMoves(filled) > countMoves(usual)) return undefined
  const [given, sent] = [URL.parse(usual), URL.parse(filled)]
  const isSame = originOf(given) === originOf(sent)
  return isSame ? filled : undefined
}

/** Servers take no longer ones. */
const LONGEST_URL = 16_000

/** What of an address no value may change. */
const originOf = (url: URL | null): string =>
  url === null
    ? ''
    : `${url.origin} ${url.username} ${url.pathname.split('/').length} ${url.search === ''} ${url.hash === ''}`

/** Segments of the path that stand for another one, or for none. */
function countMoves(url: string): number {
  const path = (url.split(/[?#]/)[0] ?? '').replace(/^[a-z]+:\/\//i, '')
  const isMove = (segment: string) => /^\.{0,2}$/.test(segment.replace(/;.*$/s, '').replace(/[\s\p{C}]/gu, ''))
  return decoded(path).normalize('NFKC').split(/[/\\]/).filter(isMove).length
}

/** However often it is encoded. */
function decoded(text: string): string {
  let known = text
  for (let times = 0; times < 8; times++) {
    const next = known.replace(/(?:%[0-9a-f]{2})+/gi, (run) =>
      Buffer.from(run.replaceAll('%', ''), 'hex').toString('utf8'),
    )
    if (next === known) break
    known = next
  }
  return known
}

/** Header values are one line of Latin letters. */
export const inHeader = (value: string): string => value.replace(/[^\x20-\x7e\xa0-\xff]/g, '')

/**
 * The value at `data.items.0.id` of a JSON text; objects and lists as JSON. Undefined if the text is no JSON or there is
 * no such value.
 */
export function valueAt(json: unknown, path: string, budget: Budget): string | undefined {
  let at = json
  for (const step of path.split(/[.[\]]+/).filter((one) => one !== '' && one !== '$')) {
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, step)) return undefined
    at = (at as Record<string, unknown>)[step]
  }
  if (at === undefined || at === null) return undefined
  budget.step()
  const value = typeof at === 'object' ? JSON.stringify(at) : String(at)
  budget.read(value.length)
  return value
}
