import { loadTexts } from '../../shared/i18n/language'
import { ChatsBell } from './ChatsBell'
import { chatBellTexts } from './texts/bell'
import { useChatWatch } from './useChatWatch'

/** The bell, with its texts. */
export async function bell() {
  await loadTexts(chatBellTexts)
  return ChatsBell
}

export async function watch() {
  await loadTexts(chatBellTexts)
  return useChatWatch
}
