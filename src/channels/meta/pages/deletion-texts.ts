/** Words of the page that says what became of a deletion request. */
import type { Language } from '../../../texts/languages'
import en from './deletion-texts.en.json'
import es from './deletion-texts.es.json'
import tr from './deletion-texts.tr.json'
import type { DeletionState } from './people'

export type DeletionTexts = {
  readonly title: string
  /** Received, and not looked into yet. */
  readonly open: string
  readonly access: string
  readonly waits: string
  readonly erased: string
  readonly nothing: string
}

export const deletionTexts: Readonly<Record<Language, DeletionTexts>> = {
  'pt-BR': {
    title: 'Exclusão dos seus dados',
    open: 'Seu pedido foi recebido e está em andamento.',
    access: 'Seu acesso pela Meta foi apagado deste sistema.',
    waits:
      'Suas conversas são das empresas com que você falou. Elas receberam o seu pedido e têm até 15 dias para apagar os dados, ou para dizer a você o que a lei manda guardar.',
    erased: 'Suas conversas foram apagadas.',
    nothing: 'Não há dados seus neste sistema.',
  },
  en,
  es,
  tr,
}

/** What is true of the request now. */
export function deletionWords(texts: DeletionTexts, { isSearched, hadAccess, open, erased }: DeletionState): string[] {
  if (!isSearched) return [texts.open]
  const words = [...(hadAccess ? [texts.access] : []), ...(open > 0 ? [texts.waits] : erased > 0 ? [texts.erased] : [])]
  return words.length > 0 ? words : [texts.nothing]
}
