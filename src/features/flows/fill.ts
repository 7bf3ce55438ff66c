/** Fills variables into the texts of a flow. Pure. */
import { fillVariables } from '../../tickets/variables/contract'

const VARIABLE = /\{\{ ?([\p{L}\p{N}_.]{1,48}) ?\}\}/gu

export type Lookup = (name: string) => string | undefined

/** In texts to people: an empty value leaves no gap. Values are not expanded again; unknown variables are left out. */
export const fillText = (text: string, lookup: Lookup): string =>
  fillVariables(text, Object.fromEntries(variablesIn(text).map((name) => [name, lookup(name) ?? ''])))

/** In addresses, headers and bodies. */
export const fill = (text: string, lookup: Lookup, written: (value: string) => string = (value) => value): string =>
  text.replace(VARIABLE, (_, name: string) => written(lookup(name) ?? ''))

export const variablesIn = (text: string): readonly string[] =>
  [...text.matchAll(VARIABLE)].map(([, name = '']) => name)

/** Inside a string of JSON. */
export const inJson = (value: string): string => JSON.stringify(value).slice(1, -1)
export const inUrl = (value: string): string => encodeURIComponent(value.toWellFormed())
/** Header values are one line of Latin letters. */
export const inHeader = (value: string): string => value.replace(/[^\x20-\x7e\xa0-\xff]/g, '')

/**
 * The value at `data.items.0.id` of a JSON text; objects and lists as JSON. Undefined if the text is no JSON or there is
 * no such value.
 */
export function valueAt(json: unknown, path: string): string | undefined {
  let at = json
  for (const step of path.split(/[.[\]]+/).filter((one) => one !== '' && one !== '$')) {
    if (typeof at !== 'object' || at === null || !Object.hasOwn(at, step)) return undefined
    at = (at as Record<string, unknown>)[step]
  }
  if (at === undefined || at === null) return undefined
  return typeof at === 'object' ? JSON.stringify(at) : String(at)
}
