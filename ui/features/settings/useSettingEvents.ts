import { companyUpdated } from '../../../src/settings/contract'
import { chosenLanguage, speak } from '../../shared/i18n/language'
import { isLanguage } from '../../shared/i18n/languages'
import { useEvent } from '../../shared/live/useEvent'
import { setLocale } from '../../shared/session/session'

/** The company's time zone or language changed: every page follows. */
export function useSettingEvents() {
  useEvent(companyUpdated, ({ company: { timeZone, language } }) => {
    setLocale({ timeZone, language })
    if (chosenLanguage() === null && isLanguage(language)) void speak(language)
  })
}
