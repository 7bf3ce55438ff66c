/** Supported languages. */
export const languages = ['pt-BR', 'en', 'es', 'tr'] as const
export type Language = (typeof languages)[number]
/** The languages that stand in JSON files beside the Portuguese texts. */
export type TranslatedLanguage = Exclude<Language, 'pt-BR'>

export const perLanguage = <T>(of: (language: Language) => T): Readonly<Record<Language, T>> =>
  Object.fromEntries(languages.map((language) => [language, of(language)])) as Record<Language, T> // one for each

/** The first supported language of an Accept-Language header; default Portuguese. */
export function languageOf(header: string | null): Language {
  const asked = (header ?? '').split(',').map((part) => part.split(';')[0]?.trim().toLowerCase() ?? '')
  for (const tag of asked) {
    const spoken = languages.find(
      (language) => language.toLowerCase() === tag || language.split('-')[0] === tag.split('-')[0],
    )
    if (spoken) return spoken
  }
  return 'pt-BR'
}
