import { loadTexts } from '../../shared/i18n/language'
import { EscalationBell } from './EscalationBell'
import { bellTexts } from './texts/bell'

/** The bell, with its texts. */
export async function bell() {
  await loadTexts(bellTexts)
  return EscalationBell
}
