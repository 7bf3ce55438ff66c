import { useQuery } from '@tanstack/react-query'
import { useUser } from '../session/useUser'
import { settingsQuery } from './api'

/** The company's settings; those from sign-in until they are loaded. */
export function useSettings(): readonly { readonly key: string; readonly value: string }[] {
  const user = useUser()
  return useQuery(settingsQuery).data ?? user.company.settings
}
