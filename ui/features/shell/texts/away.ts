/** What pages say while a command has the company. */
import { defineTexts } from '../../../shared/i18n/define'

export const awayTexts = defineTexts('away', (language) => import(`./away.${language}.json`), {
  restore: 'A empresa está sendo restaurada; volta sozinha.',
  import: 'A empresa está recebendo dados; volta sozinha.',
  work: 'A empresa está em manutenção; volta sozinha.',
})
