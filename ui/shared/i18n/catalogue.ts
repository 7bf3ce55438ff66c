/** All texts of a language: the first part is what sign-in needs, the rest is loaded with the shell. */
import type { Language } from './languages'
import type { first } from './pt-BR/first'
import type { rest } from './pt-BR/rest'
import type { KeyOf, Shape } from './types'

export type Portuguese = typeof first & typeof rest
export type TextKey = KeyOf<Portuguese>
export type Part = 'first' | 'rest'
export type Catalogue = { readonly [area: string]: unknown }

type First = () => Promise<{ first: Shape<typeof first> }>
type Rest = () => Promise<{ rest: Shape<typeof rest> }>

/** Each is a separate chunk, so that a browser loads one language only. */
const firstParts: Record<Language, First> = {
  'pt-BR': () => import('./pt-BR/first'),
  en: () => import('./en/first'),
  es: () => import('./es/first'),
  tr: () => import('./tr/first'),
}
const restParts: Record<Language, Rest> = {
  'pt-BR': () => import('./pt-BR/rest'),
  en: () => import('./en/rest'),
  es: () => import('./es/rest'),
  tr: () => import('./tr/rest'),
}

export async function loadPart(language: Language, part: Part): Promise<Catalogue> {
  return part === 'first' ? (await firstParts[language]()).first : (await restParts[language]()).rest
}
