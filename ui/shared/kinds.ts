/** What a module tells of kinds that another part shows: the audit log, the ticket log. */
import type { Texts } from './i18n/define'
import { loadTexts } from './i18n/language'
import { loadWithRetry } from './lazyPart'

export type Kinds<Kind, Told extends Texts = Texts> = {
  /** All that the kinds can say, besides what is always loaded. */
  readonly texts: readonly Told[]
  /** By the server's name of the kind. */
  kinds(): Promise<Readonly<Record<string, Kind>>>
}

export async function loadKinds<Kind>(all: readonly Kinds<Kind>[]): Promise<ReadonlyMap<string, Kind>> {
  const [loaded] = await Promise.all([
    Promise.all(all.map(({ kinds }) => loadWithRetry(kinds))),
    loadTexts(...all.flatMap(({ texts }) => texts)),
  ])
  return new Map(loaded.flatMap((kinds) => Object.entries(kinds)))
}
