/** Why a spreadsheet row creates no contact, or an incomplete one. */
export const contactProblems = {
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
