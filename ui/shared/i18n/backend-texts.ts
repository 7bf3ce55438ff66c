/** The server's texts for the screens: errors by code, and hints for fields. */
import { texts as en } from '../../../src/texts/en'
import { texts as es } from '../../../src/texts/es'
import { texts as ptBR } from '../../../src/texts/pt-BR'
import type { Texts as InLanguage } from '../../../src/texts/texts'
import { texts as tr } from '../../../src/texts/tr'
import type { Texts } from './define'
import type { Language } from './languages'

const languages: Readonly<Record<Language, InLanguage>> = { 'pt-BR': ptBR, en, es, tr }

/** Hints keep the whole key from the schema: `form.name.short`. */
export const backend: Texts<{ readonly errors: typeof ptBR.errors } & typeof ptBR.form> = {
  of: async (language) => ({ errors: languages[language].errors, ...languages[language].form }),
}
