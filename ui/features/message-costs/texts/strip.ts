/** The strip above every page. */
import { defineTexts } from '../../../shared/i18n/define'

export const stripTexts = defineTexts('costCeiling', (language) => import(`./strip.${language}.json`), {
  near: '*{name}* gastou {amount} de {ceiling}, o teto do mês.',
  reached: '*{name}* chegou ao teto do mês, {ceiling}: campanhas esperam o mês que vem.',
  name: 'Teto do mês',
  see: 'Ver custos',
})
