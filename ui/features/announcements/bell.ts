import { loadTexts } from '../../shared/i18n/language'
import { AnnouncementsBell } from './AnnouncementsBell'
import { bellTexts } from './texts/bell'

/** The bell, with what it says. */
export async function bell() {
  await loadTexts(bellTexts)
  return AnnouncementsBell
}
