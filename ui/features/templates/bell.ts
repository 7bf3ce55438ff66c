import { loadTexts } from '../../shared/i18n/language'
import { ChangesBell } from './ChangesBell'
import { changeTexts } from './texts/changes'

/** The bell, with its texts. */
export async function bell() {
  await loadTexts(changeTexts)
  return ChangesBell
}
