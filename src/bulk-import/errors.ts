import { defineErrors } from '../errors'
import type { Language } from '../texts/languages'

export const importErrors = defineErrors({
  ERR_NO_IMPORT_FOUND: {
    status: 404,
    texts: {
      'pt-BR': 'Importação não encontrada.',
      en: 'Import not found.',
      es: 'Importación no encontrada.',
      tr: 'İçe aktarma bulunamadı.',
    },
  },
  ERR_IMPORT_NOT_READY: {
    status: 409,
    texts: {
      'pt-BR': 'Esta importação já começou ou foi cancelada.',
      en: 'This import has already started or was cancelled.',
      es: 'Esta importación ya empezó o fue cancelada.',
      tr: 'Bu içe aktarma başladı veya iptal edildi.',
    },
  },
  ERR_IMPORT_EMPTY: {
    status: 422,
    texts: {
      'pt-BR': 'Não há nada para importar.',
      en: 'There is nothing to import.',
      es: 'No hay nada para importar.',
      tr: 'İçe aktarılacak bir şey yok.',
    },
  },
})

/** Problem of a row that failed with an internal error. */
export const BROKEN = 'broken'
export const brokenTexts: Readonly<Record<Language, string>> = {
  'pt-BR': 'Não foi possível gravar esta linha.',
  en: 'This row could not be stored.',
  es: 'No se pudo guardar esta fila.',
  tr: 'Bu satır kaydedilemedi.',
}
