/** What the mail says when a scheduled backup has failed. */
import type { Language } from '../../texts/languages'
import en from './mail-texts.en.json'
import es from './mail-texts.es.json'
import tr from './mail-texts.tr.json'

export const mailTexts: Readonly<
  Record<Language, { readonly subject: string; readonly failed: string; readonly look: string }>
> = {
  'pt-BR': {
    subject: 'A cópia de segurança do Balcão falhou',
    failed: 'A cópia agendada falhou:',
    look: 'Veja o que houve e faça outra no Monitor, em Cópias',
  },
  en,
  es,
  tr,
}
