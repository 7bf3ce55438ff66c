/** What the screens say: the texts that are loaded, and what the compiler knows of all of them. */

import type { kit } from '../kit/texts'
import type { jobTexts } from '../kit/texts/job'
import type { backend } from './backend-texts'
import type { Slice, Texts } from './define'
import type { KeyOf, Together } from './types'

type OfTexts<T> = T extends Texts<infer Portuguese> ? Portuguese : never
/** Everything that a union of texts says, as one object. */
export type AllOf<T extends Texts> = Together<OfTexts<T>>

/** Every text there is. Who brings texts adds them here, as `ui/modules.ts` does for the modules. */
export interface AllTexts extends AllOf<typeof kit | typeof jobTexts | typeof backend> {}
export type TextKey = KeyOf<AllTexts>

/** The texts of one language that are loaded. */
export type Catalogue = { [area: string]: Slice[string] }

/** Adds slices in place: an area may come in several parts, as the errors of the modules do. */
export function addTo(catalogue: Catalogue, slices: readonly Slice[]): Catalogue {
  for (const slice of slices)
    for (const [area, added] of Object.entries(slice)) {
      const before = catalogue[area]
      catalogue[area] = typeof before === 'object' && typeof added === 'object' ? { ...before, ...added } : added
    }
  return catalogue
}
