/** What the mail says that tests the installation’s mail settings. */
import type { Language } from '../../texts/languages'
import en from './mail-test-texts.en.json'
import es from './mail-test-texts.es.json'
import tr from './mail-test-texts.tr.json'

export const mailTexts: Record<Language, { readonly subject: string; readonly text: string }> = {
  'pt-BR': {
    subject: 'Teste de e-mail do Balcão',
    text: 'Este e-mail mostra que o Balcão consegue enviar códigos de senha e faturas.',
  },
  en,
  es,
  tr,
}
