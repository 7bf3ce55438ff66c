/** Words of the archive with all data about a contact. */
import type { Language } from '../../texts/languages'
import en from './archive-texts.en.json'
import es from './archive-texts.es.json'
import tr from './archive-texts.tr.json'

export type ArchiveTexts = {
  readonly contact: string
  readonly company: string
  readonly messages: string
  readonly files: string
  readonly deleted: string
  readonly note: string
}

export const archiveTexts: Readonly<Record<Language, ArchiveTexts>> = {
  'pt-BR': {
    contact: 'contato',
    company: 'empresa',
    messages: 'mensagens',
    files: 'arquivos',
    deleted: 'apagada',
    note: 'nota interna',
  },
  en,
  es,
  tr,
}
