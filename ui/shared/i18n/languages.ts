/** The four languages of the screens. */
export const languages = ['pt-BR', 'en', 'es', 'tr'] as const
export type Language = (typeof languages)[number]
/** The languages that stand in JSON files beside the Portuguese texts. */
export type TranslatedLanguage = Exclude<Language, 'pt-BR'>

/** Each under its own name. */
export const languageNames: Record<Language, string> = {
  'pt-BR': 'Português',
  en: 'English',
  es: 'Español',
  tr: 'Türkçe',
}

/** English too has day before month and 24 hours, as specified. */
export const locales: Record<Language, string> = { 'pt-BR': 'pt-BR', en: 'en-GB', es: 'es', tr: 'tr' }

export const isLanguage = (value: unknown): value is Language => languages.some((language) => language === value)
