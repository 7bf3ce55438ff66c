import { useAtom } from 'jotai/react'
import { storedOfPerson } from '../../../shared/session/ofPerson'
import { useUser } from '../../../shared/session/useUser'
import { useSettings } from '../../settings/useSettings'
import { signing } from '../rules/signing'

const isChoice = (value: unknown): value is boolean | null => value === null || typeof value === 'boolean'
const choiceAtom = storedOfPerson<boolean | null>('desk.sign', null, isChoice)

/** This person's choice to sign, stored in this browser, and the name put above the next message. */
export function useSigning() {
  const user = useUser()
  const [choice, choose] = useAtom(choiceAtom)
  const { isOffered, isOn } = signing(useSettings(), choice)
  return { isOffered, isOn, choose, signature: isOn ? user.name : null }
}
