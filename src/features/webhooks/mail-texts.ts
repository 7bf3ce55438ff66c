/** What the mail says when a webhook was turned off. */
import type { Language } from '../../texts/languages'
import type { DisabledReason } from './contract'

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
  en: {
    subject: 'Webhook turned off: {host}',
    why: {
      failing: 'The address {host} has not accepted a single delivery for a day.',
      gone: 'The address {host} answered 410: it no longer exists.',
      overflow: 'Too many deliveries are waiting for the address {host}.',
    },
    what: 'We have therefore turned the webhook off: new events are no longer sent there.',
    remedy:
      'Once the address is fixed, turn it on again in Administration, Webhooks. The deliveries of the last seven days remain in the list and can be sent again.',
  },
  es: {
    subject: 'Webhook desactivado: {host}',
    why: {
      failing: 'La dirección {host} no aceptó ninguna entrega durante un día.',
      gone: 'La dirección {host} respondió 410: ya no existe.',
      overflow: 'Demasiadas entregas esperan a la dirección {host}.',
    },
    what: 'Por eso desactivamos el webhook: los eventos nuevos ya no se envían allí.',
    remedy:
      'Cuando la dirección funcione, actívelo de nuevo en Administración, Webhooks. Las entregas de los últimos siete días siguen en la lista y pueden reenviarse.',
  },
  tr: {
    subject: 'Webhook kapatıldı: {host}',
    why: {
      failing: '{host} adresi bir gün boyunca hiçbir teslimatı kabul etmedi.',
      gone: '{host} adresi 410 yanıtı verdi: artık yok.',
      overflow: '{host} adresini çok fazla teslimat bekliyor.',
    },
    what: 'Bu yüzden webhook’u kapattık: yeni olaylar artık oraya gönderilmiyor.',
    remedy:
      'Adres düzeldiğinde Yönetim, Webhook bölümünden yeniden açın. Son yedi günün teslimatları listede kalır ve yeniden gönderilebilir.',
  },
}
