import { defineErrors } from '../errors'
import type { Repair } from '../platform/spreadsheets/repairs'
import type { Language } from '../texts/languages'
import en from './errors.en.json'
import es from './errors.es.json'
import tr from './errors.tr.json'

const translations = { en, es, tr }

export const importErrors = defineErrors(translations, {
  ERR_NO_IMPORT_FOUND: { status: 404, text: 'Importação não encontrada.' },
  ERR_IMPORT_NOT_READY: { status: 409, text: 'Esta importação já começou ou foi cancelada.' },
  ERR_IMPORT_EMPTY: { status: 422, text: 'Não há nada para importar.' },
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
