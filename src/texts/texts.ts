/** Backend texts in four languages, and the language of a request. */
import type { DefinedError, ErrorCode } from '../errors'
import { backend } from './backend'
import { type Language, languageOf } from './languages'

export { languageOf } from './languages'

type Portuguese = (typeof backend)['pt-BR']
export type FormHint = keyof Portuguese['form']
/** Texts sent to contacts automatically, in the company's language. */
export type ToContact = keyof Portuguese['toContact']
type Texts = {
  readonly errors: Readonly<Record<ErrorCode, string>>
  readonly form: Readonly<Record<FormHint, string>>
  readonly toContact: Readonly<Record<ToContact, string>>
}

const catalogue: Readonly<Record<Language, Texts>> = backend

export const textsIn = (language: Language): Texts => catalogue[language]

/** The message of an error. */
export const messageOf = (error: ErrorCode | DefinedError, language: Language): string =>
  typeof error === 'string' ? textsIn(language).errors[error] : error.texts[language]

/** Texts in a company's language; Portuguese if it is not supported. */
export const textsOfCompany = (language: string): Texts => textsIn(languageOf(language))

export const isFormHint = (key: string): key is FormHint => key in backend['pt-BR'].form
