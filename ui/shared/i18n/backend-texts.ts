/** The server's texts for the screens: errors by code, and hints for fields. */
import type { PhoneRefusal } from '../../../src/contacts/phone'
import { texts as en } from '../../../src/texts/en'
import { texts as es } from '../../../src/texts/es'
import { texts as ptBR } from '../../../src/texts/pt-BR'
import type { Texts as InLanguage } from '../../../src/texts/texts'
import { texts as tr } from '../../../src/texts/tr'
import type { Texts } from './define'
import type { Language } from './languages'

const languages: Readonly<Record<Language, InLanguage>> = { 'pt-BR': ptBR, en, es, tr }

type Hints = typeof ptBR.form
/** Said by the server alone, which reads numbers and answers in the user's language. */
type OfServer = `form.phone.${Exclude<PhoneRefusal, 'short'>}`
const isOfServer = (key: string): boolean => /^form\.phone\.(?!invalid$|short$)/.test(key)

/** Hints keep the whole key from the schema: `form.name.short`. */
export const backend: Texts<{ readonly errors: typeof ptBR.errors } & Omit<Hints, OfServer>> = {
  of: async (language) => ({ errors: languages[language].errors, ...hintsIn(language) }),
}

const hintsIn = (language: Language) =>
  Object.fromEntries(Object.entries(languages[language].form).filter(([key]) => !isOfServer(key))) as Omit<
    Hints,
    OfServer
  > // filtered just now
