import { defineErrors } from '../errors'
import type { Repair } from '../platform/spreadsheets/repairs'
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

/** What the reader repaired in a row. */
export const repairTexts: Readonly<Record<Repair, Readonly<Record<Language, string>>>> = {
  quotes: {
    'pt-BR': 'Aspas soltas: confira a linha.',
    en: 'Stray quotes: check the row.',
    es: 'Comillas sueltas: revise la fila.',
    tr: 'Başıboş tırnak işareti: satırı denetleyin.',
  },
  bytes: {
    'pt-BR': 'Bytes inválidos: confira os acentos.',
    en: 'Invalid bytes: check the accents.',
    es: 'Bytes no válidos: revise los acentos.',
    tr: 'Geçersiz baytlar: özel harfleri denetleyin.',
  },
  nulls: {
    'pt-BR': 'Caracteres nulos foram retirados.',
    en: 'Null characters were removed.',
    es: 'Se quitaron caracteres nulos.',
    tr: 'Boş karakterler çıkarıldı.',
  },
  longCell: {
    'pt-BR': 'Uma célula era longa demais e foi cortada.',
    en: 'A cell was too long and was cut.',
    es: 'Una celda era demasiado larga y se cortó.',
    tr: 'Bir hücre çok uzundu ve kısaltıldı.',
  },
  manyColumns: {
    'pt-BR': 'Há colunas demais: as últimas ficaram de fora.',
    en: 'There are too many columns: the last ones were left out.',
    es: 'Hay demasiadas columnas: las últimas quedaron fuera.',
    tr: 'Çok fazla sütun var: sonuncular dışarıda kaldı.',
  },
}
