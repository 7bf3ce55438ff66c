/** Words of the page that says what became of a deletion request. */
import type { Language } from '../../../texts/languages'
import en from './deletion-texts.en.json'
import es from './deletion-texts.es.json'
import tr from './deletion-texts.tr.json'

export type DeletionTexts = { readonly title: string; readonly open: string; readonly done: string }

export const deletionTexts: Readonly<Record<Language, DeletionTexts>> = {
  'pt-BR': {
    title: 'Exclusão dos seus dados',
    open: 'Seu pedido foi recebido e está em andamento.',
    done: 'Seu acesso pela Meta foi apagado deste sistema.',
  },
  en,
  es,
  tr,
}
