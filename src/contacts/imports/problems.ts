/** Why a row of a spreadsheet makes no contact. */
export const contactProblems = {
  noNumber: {
    'pt-BR': 'Falta o número.',
    en: 'The number is missing.',
    es: 'Falta el número.',
    tr: 'Numara eksik.',
  },
  badNumber: {
    'pt-BR': 'Não é um número de telefone com DDD.',
    en: 'Not a phone number with area code.',
    es: 'No es un número de teléfono con código de área.',
    tr: 'Bu, alan kodlu bir telefon numarası değil.',
  },
  shortName: {
    'pt-BR': 'O nome precisa de 2 letras ou mais.',
    en: 'The name must have at least 2 letters.',
    es: 'El nombre necesita 2 letras o más.',
    tr: 'Ad en az 2 harf olmalı.',
  },
  longName: {
    'pt-BR': 'O nome passa de 50 letras.',
    en: 'The name must have at most 50 letters.',
    es: 'El nombre pasa de 50 letras.',
    tr: 'Ad 50 harften uzun.',
  },
  badEmail: {
    'pt-BR': 'O e-mail não é válido.',
    en: 'Invalid email address.',
    es: 'El correo no es válido.',
    tr: 'E-posta adresi geçerli değil.',
  },
  unknownCategory: {
    'pt-BR': 'Esta categoria não existe. Crie-a em Parâmetros.',
    en: 'Unknown category. Create it in Parameters.',
    es: 'Esta categoría no existe. Créela en Parámetros.',
    tr: 'Böyle bir kategori yok. Parametreler sayfasında oluşturun.',
  },
} as const
