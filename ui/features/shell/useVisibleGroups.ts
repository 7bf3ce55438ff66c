import { useAtomValue } from 'jotai/react'
import { languageAtom } from '../../shared/i18n/language'
import { useHasSimulator } from '../../shared/session/useHasSimulator'
import { useMay, useUser } from '../../shared/session/useUser'
import { entriesAtom, type Group, visibleGroups } from './entries'

/** The pages that menu and palette offer this user, filtered by the search. */
export function useVisibleGroups(find: string): Group[] {
  const may = useMay()
  const language = useAtomValue(languageAtom)
  const simulator = useHasSimulator()
  const { features, plan } = useUser().company
  const entries = useAtomValue(entriesAtom)
  return visibleGroups({ may, features, plan, simulator, language, find }, entries)
}
