/** Translates a key with its variables. Pure. */
import type { AllTexts, Catalogue, TextKey } from './catalogue'
import { type Language, locales } from './languages'
import type { Arguments, Plural } from './types'

export type Text = {
  <K extends TextKey>(key: K, ...variables: Arguments<AllTexts, K>): string
  /** For keys that come from outside (the server's reasons, a schema's hints). */
  has(key: string): key is TextKey
  /** For keys that come from outside: their text, or undefined. Missing variables are left empty. */
  find(key: string, variables?: Record<string, string | number>): string | undefined
  language: Language
}

export function textOf(language: Language, catalogue: Readonly<Catalogue>): Text {
  const plural = new Intl.PluralRules(locales[language])
  const number = new Intl.NumberFormat(locales[language])
  const find = (key: string, variables: Record<string, string | number> = {}) => {
    const leaf = leafAt(catalogue, key)
    if (leaf === undefined) return undefined
    const count = Number(variables.count)
    const pattern = typeof leaf === 'string' ? leaf : pick(leaf, count === 0 ? 'zero' : plural.select(count))
    return pattern.replace(/\{(\w+)\}/g, (_, name: string) => show(variables[name], number))
  }
  const t = (key: string, variables?: Record<string, string | number>) => find(key, variables) ?? key
  return Object.assign(t, {
    find,
    language,
    has: (key: string): key is TextKey => leafAt(catalogue, key) !== undefined,
  })
}

function leafAt(catalogue: Readonly<Catalogue>, key: string): string | Plural | undefined {
  let node: unknown = catalogue
  if (Object.hasOwn(catalogue, key)) return isLeaf(catalogue[key]) ? catalogue[key] : undefined
  for (const name of key.split('.')) {
    if (typeof node !== 'object' || node === null || !Object.hasOwn(node, name)) return undefined
    node = Reflect.get(node, name)
  }
  return isLeaf(node) ? node : undefined
}

const isLeaf = (node: unknown): node is string | Plural =>
  typeof node === 'string' ||
  (typeof node === 'object' && node !== null && 'other' in node && typeof node.other === 'string')

/**
 * Zero is plural in practice ("0 abertas"), though Portuguese plural rules call it singular; it may also have a text of
 * its own.
 */
const pick = (forms: Plural, category: Intl.LDMLPluralRule): string =>
  (category === 'two' ? undefined : forms[category]) ?? forms.other

const show = (value: string | number | undefined, number: Intl.NumberFormat): string =>
  typeof value === 'number' ? number.format(value) : (value ?? '')
