import { type PhoneRefusal, phoneRefusals } from '../../../contacts/phone'
import { type Language, perLanguage } from '../../../texts/languages'
import { textsIn } from '../../../texts/texts'

type NumberProblem = `badNumber.${PhoneRefusal}`
export const numberProblem = (refused: PhoneRefusal): NumberProblem => `badNumber.${refused}`

const refusalTexts = Object.fromEntries(
  phoneRefusals.map((refused) => [
    numberProblem(refused),
    perLanguage((language) => textsIn(language).form[`form.phone.${refused}`]),
  ]),
) as Readonly<Record<NumberProblem, Readonly<Record<Language, string>>>> // one entry per refusal

export const numberProblems = {
  ...refusalTexts,
  /** Of rows that an earlier release refused. */
  badNumber: perLanguage((language) => textsIn(language).form['form.phone.invalid']),
}

/** Why a spreadsheet row creates no contact, or an incomplete one. */
export const contactProblems = {
  noNumber: {
    'pt-BR': 'Falta o número.',
    en: 'The number is missing.',
    es: 'Falta el número.',
    tr: 'Numara eksik.',
  },
  foreignMetaId: {
    'pt-BR':
      'Sem número, e este ID da Meta não é de quem já escreveu aqui. Cada página ou conta tem os seus: o ID de outra não alcança ninguém.',
    en: 'No number, and this Meta ID is of nobody who has written here. Each page or account has its own: the ID of another one reaches nobody.',
    es: 'Sin número, y este ID de Meta no es de nadie que haya escrito aquí. Cada página o cuenta tiene los suyos: el ID de otra no alcanza a nadie.',
    tr: 'Numara yok ve bu Meta kimliği buraya yazmış birine ait değil. Her sayfanın veya hesabın kendi kimlikleri vardır: başkasınınki kimseye ulaşmaz.',
  },
  ...numberProblems,
  /** Of rows that an earlier release refused. */
  shortName: {
    'pt-BR': 'O nome precisa de 2 letras ou mais.',
    en: 'The name needs 2 letters or more.',
    es: 'El nombre necesita 2 letras o más.',
    tr: 'Ad en az 2 harf olmalı.',
  },
  longName: {
    'pt-BR':
      'O nome passa de 50 letras: a linha entrou com ele cortado, e o nome inteiro ficou nas informações extras.',
    en: 'The name is longer than 50 letters: the row was imported with it cut, and the whole name is in the extra info.',
    es: 'El nombre pasa de 50 letras: la fila se importó con él cortado, y el nombre entero quedó en la información extra.',
    tr: 'Ad 50 harften uzun: satır kısaltılmış adla aktarıldı, adın tamamı ek bilgilerde duruyor.',
  },
  manyFacts: {
    'pt-BR': 'Há informações extras demais: entraram as primeiras 50.',
    en: 'There is too much extra info: the first 50 were imported.',
    es: 'Hay demasiada información extra: se importaron las primeras 50.',
    tr: 'Çok fazla ek bilgi var: ilk 50 tanesi aktarıldı.',
  },
  badEmail: {
    'pt-BR': 'O e-mail não é válido: a linha entrou sem ele.',
    en: 'Invalid email address: the row was imported without it.',
    es: 'El correo no es válido: la fila se importó sin él.',
    tr: 'E-posta adresi geçerli değil: satır adres olmadan aktarıldı.',
  },
  unknownCategory: {
    'pt-BR': 'Esta categoria não existe: a linha entrou sem ela. Crie-a em Parâmetros.',
    en: 'There is no such category: the row was imported without it. Create it under Parameters.',
    es: 'Esta categoría no existe: la fila se importó sin ella. Créela en Parámetros.',
    tr: 'Böyle bir kategori yok: satır kategorisiz aktarıldı. Parametreler sayfasında oluşturun.',
  },
} as const
