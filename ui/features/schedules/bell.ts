import { loadTexts } from '../../shared/i18n/language'
import { RemindersBell } from './RemindersBell'
import { reminderTexts } from './texts/reminders'

/** The bell, with its texts. */
export async function bell() {
  await loadTexts(reminderTexts)
  return RemindersBell
}
