/** The server's texts for the screens: errors by code, and hints for fields. */
import type { PhoneRefusal } from '../../../src/contacts/phone'
import { backend as inLanguage } from '../../../src/texts/backend'
import type { Texts } from './define'
import type { Language } from './languages'

type Portuguese = (typeof inLanguage)['pt-BR']
type Hints = Portuguese['form']
/** Said by the server alone, which reads numbers, knows the channels, and answers in the user's language. */
type OfServer =
  | `form.phone.${Exclude<PhoneRefusal, 'short'>}`
  | `form.template.${'notApproved' | 'unsupported' | 'values' | 'unknown' | 'noQuestion'}`
  | `form.number.${'noAddress' | 'windowClosed'}`
const isOfServer = (key: string): boolean =>
  /^form\.(phone\.(?!invalid$|short$)|template\.(notApproved|unsupported|values|unknown|noQuestion)$|number\.(noAddress|windowClosed)$)/.test(
    key,
  )

/** Hints keep the whole key from the schema: `form.name.short`. */
export const backend: Texts<{ readonly errors: Portuguese['errors'] } & Omit<Hints, OfServer>> = {
  of: async (language) => ({ errors: inLanguage[language].errors, ...hintsIn(language) }),
}

const hintsIn = (language: Language) =>
  Object.fromEntries(Object.entries(inLanguage[language].form).filter(([key]) => !isOfServer(key))) as Omit<
    Hints,
    OfServer
  > // filtered just now
