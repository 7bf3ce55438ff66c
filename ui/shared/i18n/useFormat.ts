import { useAtomValue } from 'jotai/react'
import { atom } from 'jotai/vanilla'
import { userAtom } from '../session/session'
import { type Format, formatOf } from './format'
import { languageAtom, textAtom } from './language'

const formatAtom = atom((get) => formatOf(get(languageAtom), get(userAtom)?.company.timeZone, get(textAtom)))

/** Numbers, dates and phones in the chosen language and the company's time zone. */
export const useFormat = (): Format => useAtomValue(formatAtom)
