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
