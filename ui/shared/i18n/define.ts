/** Defines a feature's texts: the four languages side by side, of which a browser loads one. */
import type { Language, Translated } from './languages'
import type { Group, LikePortuguese } from './types'

/** Part of a catalogue, by the first word of its keys. */
export type Slice = { readonly [area: string]: object | string }

/** `T`: type of the Portuguese texts, from which keys and variables are derived. */
export type Texts<T = unknown> = {
  of(language: Language): Promise<Slice>
  /** Never set: it only carries the type. */
  readonly portuguese?: T
}

/** Fetches the translation beside a texts file: `(language) => import(`./texts.${language}.json`)`. */
type Load = (language: Translated) => Promise<{ readonly default: object }>
type SideBySide<Portuguese> = { readonly 'pt-BR': Portuguese } & {
  readonly [Other in Translated]: LikePortuguese<NoInfer<Portuguese>>
}

/**
 * The texts of a feature: `title` in the area `queues` is `t('queues.title')`. Several parts may fill one area.
 * `tests/translations.ts` compares the translations with the Portuguese.
 */
export function defineTexts<const Area extends string, const Portuguese extends Group>(
  area: Area,
  load: Load,
  portuguese: Portuguese,
): Texts<{ readonly [A in Area]: Portuguese }>
export function defineTexts<const Area extends string, const Portuguese extends Group>(
  area: Area,
  texts: SideBySide<Portuguese>,
): Texts<{ readonly [A in Area]: Portuguese }>
export function defineTexts(
  area: string,
  texts: Load | Readonly<Record<Language, object>>,
  portuguese?: object,
): Texts {
  const groupIn = async (language: Language) => {
    if (typeof texts === 'object') return texts[language]
    return language === 'pt-BR' && portuguese ? portuguese : (await texts(language as Translated)).default
  }
  return { of: async (language) => ({ [area]: await groupIn(language) }) }
}

/** Texts that Spanish and Turkish show in English, for tools that customers never open. `i18n.test.ts` lists the areas. */
export function defineInTwoLanguages<const Area extends string, const Portuguese extends Group>(
  area: Area,
  load: Load,
  portuguese: Portuguese,
): Texts<{ readonly [A in Area]: Portuguese }>
export function defineInTwoLanguages<const Area extends string, const Portuguese extends Group>(
  area: Area,
  texts: Pick<SideBySide<Portuguese>, 'pt-BR' | 'en'>,
): Texts<{ readonly [A in Area]: Portuguese }>
export function defineInTwoLanguages(
  area: string,
  texts: Load | { readonly 'pt-BR': Group; readonly en: Group },
  portuguese?: Group,
): Texts {
  if (typeof texts === 'object')
    return { of: async (language) => ({ [area]: texts[language === 'pt-BR' ? language : 'en'] }) }
  return {
    of: async (language) => ({ [area]: language === 'pt-BR' && portuguese ? portuguese : (await texts('en')).default }),
  }
}
