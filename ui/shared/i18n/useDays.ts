import { useAtomValue } from 'jotai/react'
import { atom } from 'jotai/vanilla'
import { userAtom } from '../session/session'
import { Days } from './days'
import { languageAtom, textAtom } from './language'
import { locales } from './languages'

const daysAtom = atom((get) => {
  const t = get(textAtom)
  return new Days(locales[get(languageAtom)], get(userAtom)?.company.timeZone ?? 'America/Sao_Paulo', {
    today: t('common.today'),
    yesterday: t('common.yesterday'),
  })
})

/** Calendar days in the company's zone and the reader's language. */
export const useDays = (): Days => useAtomValue(daysAtom)
