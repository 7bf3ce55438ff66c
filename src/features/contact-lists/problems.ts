import { contactProblems } from '../contact-book/imports/problems'

const { noNumber, badNumber, shortName, longName, badEmail } = contactProblems

/** Why a row of a spreadsheet is not in the list. */
export const listProblems = {
  noNumber,
  badNumber,
  shortName,
  longName,
  badEmail,
  twice: {
    'pt-BR': 'Este número aparece mais de uma vez na planilha.',
    en: 'This number appears more than once in the spreadsheet.',
    es: 'Este número aparece más de una vez en la hoja.',
    tr: 'Bu numara tabloda birden fazla kez var.',
  },
  full: {
    'pt-BR': 'A lista já tem contatos demais.',
    en: 'The list is full.',
    es: 'La lista ya tiene demasiados contactos.',
    tr: 'Listede zaten çok fazla kişi var.',
  },
} as const
