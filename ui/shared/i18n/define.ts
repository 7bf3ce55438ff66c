/** Defines a feature's texts: the Portuguese, and the files beside it with the other languages, of which a browser loads one. */
import type { Language, TranslatedLanguage } from './languages'
import type { Group } from './types'

/** Part of a catalogue, by the first word of its keys. */
export type Slice = { readonly [area: string]: object | string }

/** `T`: type of the Portuguese texts, from which keys and variables are derived. */
export type Texts<T = unknown> = {
  of(language: Language): Promise<Slice>
  /** Never set: it only carries the type. */
  readonly portuguese?: T
}

/** Fetches the translation beside a texts file: `(language) => import(`./texts.${language}.json`)`. */
type Load = (language: TranslatedLanguage) => Promise<{ readonly default: object }>

/**
 * The texts of a feature: `title` in the area `queues` is `t('queues.title')`. Several parts may fill one area.
 * `tests/translations.ts` compares the translations with the Portuguese.
 */
export function defineTexts<const Area extends string, const Portuguese extends Group>(
  area: Area,
  load: Load,
  portuguese: Portuguese,
): Texts<{ readonly [A in Area]: Portuguese }> {
  return {
    of: async (language) => ({ [area]: language === 'pt-BR' ? portuguese : (await load(language)).default }),
  }
}

/** Texts that Spanish and Turkish show in English, for tools that customers never open. `i18n.test.ts` lists the areas. */
export const defineInTwoLanguages: typeof defineTexts = (area, load, portuguese) =>
  defineTexts(area, () => load('en'), portuguese)
