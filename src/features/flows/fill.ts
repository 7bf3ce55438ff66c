/** Fills variables into the texts of a flow. Pure. */

const VARIABLE = /\{\{\s?([\p{L}\p{N}_.]{1,48})\s?\}\}|\$\{([\p{L}\p{N}_.]{1,48})\}/gu

export type Lookup = (name: string) => string | undefined

/** Values are not expanded again; unknown variables are left out. */
export const fill = (text: string, lookup: Lookup, written: (value: string) => string = (value) => value): string =>
  text.replace(VARIABLE, (_, braced: string | undefined, dollar: string | undefined) =>
    written(lookup(braced ?? dollar ?? '') ?? ''),
  )

export const variablesIn = (text: string): readonly string[] =>
  [...text.matchAll(VARIABLE)].map(([, braced, dollar]) => braced ?? dollar ?? '')

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
