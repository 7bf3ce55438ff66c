import { movingTexts } from '../../../../src/texts/moving-in'
import { defineTexts } from '../../../shared/i18n/define'

/** Words of the report, the same as those of the command line. */
export const reportTexts = defineTexts(
  'movingReport',
  async (language) => ({ default: movingTexts[language] }),
  movingTexts['pt-BR'],
)
