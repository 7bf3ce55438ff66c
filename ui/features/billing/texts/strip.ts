/** The strip above every page. */
import { defineTexts } from '../../../shared/i18n/define'

export const stripTexts = defineTexts('subscription', (language) => import(`./strip.${language}.json`), {
  today: '*Sua assinatura vence hoje,* {date}.',
  soon: {
    one: '*Sua assinatura vence em {count} dia,* {date}.',
    other: '*Sua assinatura vence em {count} dias,* {date}.',
  },
  pay: 'Pagar com Pix',
  hide: 'Esconder por hoje',
  name: 'Assinatura',
  ends: { one: 'Sua assinatura vence em {count} dia', other: 'Sua assinatura vence em {count} dias' },
})
