import { callFaults } from '../../../../src/texts/call-faults'
import { defineTexts } from '../../i18n/define'

/** Why a call of an integration was of no use. */
export const faults = defineTexts(
  'integrationFaults',
  async (language) => ({ default: callFaults[language] }),
  callFaults['pt-BR'],
)
