import { useQuery } from '@tanstack/react-query'
import { useAtom } from 'jotai/react'
import { storedOfPerson } from '../../../shared/session/ofPerson'
import { useUser } from '../../../shared/session/useUser'
import { settingsQuery } from '../../settings/api'
import { signing } from '../rules/signing'

const isChoice = (value: unknown): value is boolean | null => value === null || typeof value === 'boolean'
const choiceAtom = storedOfPerson<boolean | null>('desk.sign', null, isChoice)

const FRESH = 5 * 60_000

/** This person's choice to sign, stored in this browser, and the name put above the next message. */
export function useSigning() {
  const user = useUser()
  const settings = useQuery({ ...settingsQuery, staleTime: FRESH }).data ?? user.company.settings
  const [choice, choose] = useAtom(choiceAtom)
  const { isOffered, isOn } = signing(settings, choice)
  return { isOffered, isOn, choose, signature: isOn ? user.name : null }
}
