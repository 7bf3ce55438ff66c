import { type PhoneRefusal, phoneRefusals } from '../../../contacts/phone'
import type { Language } from '../../../texts/languages'
import { textsIn } from '../../../texts/texts'

type NumberProblem = `badNumber.${PhoneRefusal}`
export const numberProblem = (refused: PhoneRefusal): NumberProblem => `badNumber.${refused}`

const byLanguage = (textOf: (language: Language) => string): Readonly<Record<Language, string>> => ({
  'pt-BR': textOf('pt-BR'),
  en: textOf('en'),
  es: textOf('es'),
  tr: textOf('tr'),
})
const refusalTexts = Object.fromEntries(
  phoneRefusals.map((refused) => [
    numberProblem(refused),
    byLanguage((language) => textsIn(language).form[`form.phone.${refused}`]),
  ]),
) as Readonly<Record<NumberProblem, Readonly<Record<Language, string>>>> // one entry per refusal

export const numberProblems = {
  ...refusalTexts,
  /** Of rows that an earlier release refused. */
  badNumber: byLanguage((language) => textsIn(language).form['form.phone.invalid']),
}

/** Why a spreadsheet row creates no contact, or an incomplete one. */
export const contactProblems = {
  noNumber: {
    'pt-BR': 'Falta o número.',
    en: 'The number is missing.',
    es: 'Falta el número.',
    tr: 'Numara eksik.',
  },
  ...numberProblems,
  shortName: {
    'pt-BR': 'O nome precisa de 2 letras ou mais.',
    en: 'The name needs 2 letters or more.',
    es: 'El nombre necesita 2 letras o más.',
    tr: 'Ad en az 2 harf olmalı.',
  },
  longName: {
    'pt-BR': 'O nome passa de 50 letras.',
    en: 'The name is longer than 50 letters.',
    es: 'El nombre pasa de 50 letras.',
    tr: 'Ad 50 harften uzun.',
  },
  badEmail: {
    'pt-BR': 'O e-mail não é válido: a linha entrou sem ele.',
    en: 'Invalid email address: the row was imported without it.',
    es: 'El correo no es válido: la fila se importó sin él.',
    tr: 'E-posta adresi geçerli değil: satır adres olmadan aktarıldı.',
  },
  unknownCategory: {
    'pt-BR': 'Esta categoria não existe. Crie-a em Parâmetros.',
    en: 'There is no such category. Create it under Parameters.',
    es: 'Esta categoría no existe. Créela en Parámetros.',
    tr: 'Böyle bir kategori yok. Parametreler sayfasında oluşturun.',
  },
} as const
