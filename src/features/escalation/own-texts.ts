/** The message to a supervisor's own WhatsApp: no word of the customer's, nor who it is. */
import type { Language } from '../../texts/languages'
import en from './own-texts.en.json'
import es from './own-texts.es.json'
import tr from './own-texts.tr.json'

type Words = { readonly waits: string; readonly open: string }

export const ownTexts: Readonly<Record<Language, Words>> = {
  'pt-BR': { waits: 'Balcão: uma conversa espera há {minutes} min na fila {queue}.', open: 'Abrir: {url}' },
  en,
  es,
  tr,
}

type Facts = { readonly queue: string; readonly minutes: number; readonly publicUrl: string | null }

export function ownMessage(language: Language, { queue, minutes, publicUrl }: Facts): string {
  const { waits, open } = ownTexts[language]
  const line = waits.replace('{minutes}', String(minutes)).replace('{queue}', () => queue)
  return publicUrl === null ? line : `${line}\n${open.replace('{url}', () => `${publicUrl}/tickets`)}`
}
