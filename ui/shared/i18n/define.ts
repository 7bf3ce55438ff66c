/** Defines a feature's texts: the four languages side by side, of which a browser loads one. */
import type { Language } from './languages'
import type { Group, LikePortuguese } from './types'

/** Part of a catalogue, by the first word of its keys. */
export type Slice = { readonly [area: string]: object | string }

/** `T`: type of the Portuguese texts, from which keys and variables are derived. */
export type Texts<T = unknown> = {
  of(language: Language): Promise<Slice>
  /** Never set: it only carries the type. */
  readonly portuguese?: T
}

/** The texts of a feature: `title` in the area `queues` is `t('queues.title')`. Several parts may fill one area. */
export function defineTexts<const Area extends string, const Portuguese extends Group>(
  area: Area,
  texts: { readonly 'pt-BR': Portuguese } & {
    readonly [Other in Exclude<Language, 'pt-BR'>]: LikePortuguese<NoInfer<Portuguese>>
  },
): Texts<{ readonly [A in Area]: Portuguese }> {
  const groups: Readonly<Record<Language, object>> = texts
  return { of: async (language) => ({ [area]: groups[language] }) }
}

/** Texts that Spanish and Turkish show in English, for tools that customers never open. `i18n.test.ts` lists the areas. */
export const defineInTwoLanguages = <const Area extends string, const Portuguese extends Group>(
  area: Area,
  texts: { readonly 'pt-BR': Portuguese; readonly en: LikePortuguese<NoInfer<Portuguese>> },
): Texts<{ readonly [A in Area]: Portuguese }> => defineTexts(area, { ...texts, es: texts.en, tr: texts.en })
