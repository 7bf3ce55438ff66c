import { loadTexts } from '../../../shared/i18n/language'
import { MentionsBell } from './MentionsBell'
import { mentionTexts } from './texts'
import { useMentionNotices } from './useMentionNotices'

/** The bell, with its texts. */
export async function bell() {
  await loadTexts(mentionTexts)
  return MentionsBell
}

export async function watch() {
  await loadTexts(mentionTexts)
  return useMentionNotices
}
