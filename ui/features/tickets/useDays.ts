import { useAtomValue } from 'jotai/react'
import { atom } from 'jotai/vanilla'
import { languageAtom, textAtom } from '../../shared/i18n/language'
import { locales } from '../../shared/i18n/languages'
import { userAtom } from '../../shared/session/session'
import { Days } from './rules/days'

const daysAtom = atom((get) => {
  const t = get(textAtom)
  return new Days(locales[get(languageAtom)], get(userAtom)?.company.timeZone ?? 'America/Sao_Paulo', {
    today: t('common.today'),
    yesterday: t('common.yesterday'),
  })
})

/** Calendar days in the company's zone and the reader's language. */
export const useDays = (): Days => useAtomValue(daysAtom)
