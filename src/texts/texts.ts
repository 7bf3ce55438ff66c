/** The backend's texts in the four languages, and the language of a request. */
import type { DefinedError, ErrorCode } from '../errors'
import { texts as en } from './en'
import { texts as es } from './es'
import { type Language, languages } from './languages'
import { texts as ptBR } from './pt-BR'
import { texts as tr } from './tr'

export type FormHint = keyof typeof ptBR.form
/** Texts sent to contacts automatically, in the company's language. */
export type ToContact = keyof typeof ptBR.toContact
export type Texts = {
  readonly errors: Readonly<Record<ErrorCode, string>>
  readonly form: Readonly<Record<FormHint, string>>
  readonly toContact: Readonly<Record<ToContact, string>>
}

const catalogue: Readonly<Record<Language, Texts>> = { 'pt-BR': ptBR, en, es, tr }

export const textsIn = (language: Language): Texts => catalogue[language]

/** What an error says. */
export const messageOf = (error: ErrorCode | DefinedError, language: Language): string =>
  typeof error === 'string' ? textsIn(language).errors[error] : error.texts[language]

/** The texts of a company's language; Portuguese if it is not one of ours. */
export const textsOfCompany = (language: string): Texts => textsIn(languageOf(language))

/** The first language of an Accept-Language header that we speak; Portuguese otherwise. */
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

export const isFormHint = (key: string): key is FormHint => key in ptBR.form
