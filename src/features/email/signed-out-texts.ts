/** What the mail says when the company’s mail account has to be signed in again. */
import type { Language } from '../../texts/languages'
import en from './signed-out-texts.en.json'
import es from './signed-out-texts.es.json'
import tr from './signed-out-texts.tr.json'

type Words = { readonly subject: string; readonly why: string; readonly what: string; readonly answer: string }

export const mailTexts: Readonly<Record<Language, Words>> = {
  'pt-BR': {
    subject: 'A conta de e-mail {address} precisa de você',
    why: 'O provedor não aceita mais a entrada na conta {address}. Isso acontece quando a senha muda ou quando alguém retira a permissão.',
    what: 'Os e-mails da empresa esperam por um dia. Entre de novo em Configurações, Integrações, E-mail.',
    answer: 'Resposta do provedor: {answer}',
  },
  en,
  es,
  tr,
}
