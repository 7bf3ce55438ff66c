import * as v from 'valibot'

const text = (value: unknown) => (typeof value === 'number' ? String(value) : value)

/** The words of a search in an address. The router parses digits as a number. */
export const SearchWords = v.fallback(v.optional(v.pipe(v.unknown(), v.transform(text), v.string())), undefined)
