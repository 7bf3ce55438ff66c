/** The strip above every page. */
import { defineTexts } from '../../../shared/i18n/define'

export const stripTexts = defineTexts('subscription', {
  'pt-BR': {
    today: '*Sua assinatura vence hoje,* {date}.',
    soon: {
      one: '*Sua assinatura vence em {count} dia,* {date}.',
      other: '*Sua assinatura vence em {count} dias,* {date}.',
    },
    pay: 'Pagar com Pix',
    hide: 'Esconder por hoje',
    name: 'Assinatura',
    ends: { one: 'Sua assinatura vence em {count} dia', other: 'Sua assinatura vence em {count} dias' },
  },
  en: {
    today: '*Your subscription is due today,* {date}.',
    soon: {
      one: '*Your subscription is due in {count} day,* {date}.',
      other: '*Your subscription is due in {count} days,* {date}.',
    },
    pay: 'Pay by Pix',
    hide: 'Hide for today',
    name: 'Subscription',
    ends: { one: 'Your subscription ends in {count} day', other: 'Your subscription ends in {count} days' },
  },
  es: {
    today: '*Su suscripción vence hoy,* {date}.',
    soon: {
      one: '*Su suscripción vence en {count} día,* {date}.',
      other: '*Su suscripción vence en {count} días,* {date}.',
    },
    pay: 'Pagar con Pix',
    hide: 'Ocultar por hoy',
    name: 'Suscripción',
    ends: { one: 'Su suscripción vence en {count} día', other: 'Su suscripción vence en {count} días' },
  },
  tr: {
    today: '*Aboneliğinizin son günü bugün,* {date}.',
    soon: {
      one: '*Aboneliğinizin bitmesine {count} gün var,* {date}.',
      other: '*Aboneliğinizin bitmesine {count} gün var,* {date}.',
    },
    pay: 'Pix ile öde',
    hide: 'Bugünlük gizle',
    name: 'Abonelik',
    ends: { one: 'Aboneliğiniz {count} gün içinde bitiyor', other: 'Aboneliğiniz {count} gün içinde bitiyor' },
  },
})
