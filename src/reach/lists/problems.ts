/** Why a row of a spreadsheet is not in the list. */
export const listProblems = {
  noNumber: {
    'pt-BR': 'Falta o número.',
    en: 'The number is missing.',
    es: 'Falta el número.',
    tr: 'Numara eksik.',
  },
  badNumber: {
    'pt-BR': 'Não é um número de telefone com DDD.',
    en: 'This is not a phone number with its area code.',
    es: 'No es un número de teléfono con código de área.',
    tr: 'Bu, alan kodlu bir telefon numarası değil.',
  },
  twice: {
    'pt-BR': 'Este número aparece mais de uma vez na planilha.',
    en: 'This number is in the spreadsheet more than once.',
    es: 'Este número aparece más de una vez en la hoja.',
    tr: 'Bu numara tabloda birden fazla kez var.',
  },
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
    'pt-BR': 'O e-mail não é válido.',
    en: 'The e-mail address is not valid.',
    es: 'El correo no es válido.',
    tr: 'E-posta adresi geçerli değil.',
  },
  full: {
    'pt-BR': 'A lista já tem contatos demais.',
    en: 'The list has too many contacts already.',
    es: 'La lista ya tiene demasiados contactos.',
    tr: 'Listede zaten çok fazla kişi var.',
  },
} as const
