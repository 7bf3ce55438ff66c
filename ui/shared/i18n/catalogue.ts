/** The catalogue of the screens: the loaded texts, and their types. */

import type { kit } from '../kit/texts'
import type { jobTexts } from '../kit/texts/job'
import type { backend } from './backend-texts'
import type { Slice, Texts } from './define'
import type { KeyOf, Together } from './types'

type OfTexts<T> = T extends Texts<infer Portuguese> ? Portuguese : never
/** Merges a union of text objects into one type. */
export type AllOf<T extends Texts> = Together<OfTexts<T>>

/** All texts. A module that has texts adds them here, as `ui/modules.ts` lists modules. */
export interface AllTexts extends AllOf<typeof kit | typeof jobTexts | typeof backend> {}
export type TextKey = KeyOf<AllTexts>

/** The loaded texts of one language. */
export type Catalogue = { [area: string]: Slice[string] }

/** Merges slices in place: an area may come in several parts, as the modules' errors do. */
export function addTo(catalogue: Catalogue, slices: readonly Slice[]): Catalogue {
  for (const slice of slices)
    for (const [area, added] of Object.entries(slice)) {
      const before = catalogue[area]
      catalogue[area] = typeof before === 'object' && typeof added === 'object' ? { ...before, ...added } : added
    }
  return catalogue
}
