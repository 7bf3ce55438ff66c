import { useAtomValue } from 'jotai/react'
import type { SignedInUser } from '../../../src/users/contract'
import { mayAtom, userAtom } from './session'

/** The signed-in user. Only below the shell, where there always is one. */
export function useUser(): SignedInUser {
  const user = useAtomValue(userAtom)
  if (!user) throw new Error('useUser outside of the private pages')
  return user
}

/** `const may = useMay(); may('connections-page:addConnection')` */
export const useMay = () => useAtomValue(mayAtom)
