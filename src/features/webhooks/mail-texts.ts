/** What the mail says when a webhook was turned off. */
import type { Language } from '../../texts/languages'
import type { DisabledReason } from './contract'
import en from './mail-texts.en.json'
import es from './mail-texts.es.json'
import tr from './mail-texts.tr.json'

type Words = { subject: string; why: Record<DisabledReason, string>; what: string; remedy: string }

export const mailTexts: Readonly<Record<Language, Words>> = {
  'pt-BR': {
    subject: 'Webhook desligado: {host}',
    why: {
      failing: 'O endereço {host} não aceitou nenhuma entrega durante um dia.',
      gone: 'O endereço {host} respondeu 410: ele não existe mais.',
      overflow: 'Entregas demais esperam pelo endereço {host}.',
    },
    what: 'Por isso desligamos o webhook: eventos novos não são mais enviados para lá.',
    remedy:
      'Depois de corrigir o endereço, ligue-o de novo em Administração, Webhooks. As entregas dos últimos sete dias continuam na lista e podem ser reenviadas.',
  },
  en,
  es,
  tr,
}
