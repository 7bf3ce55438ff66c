import { useQueryClient } from '@tanstack/react-query'
import { useSetAtom } from 'jotai/react'
import { pushQuery, registerThisDevice, reportAbility } from './api'
import { readAbility } from './browser'
import { wantedAtom } from './state'

/** Asks the browser's question, and registers this browser. A refusal is remembered, so that the phone can say why it is silent. */
export function usePermit(): () => Promise<NotificationPermission> {
  const queries = useQueryClient()
  const want = useSetAtom(wantedAtom)
  return async () => {
    const answer = await Notification.requestPermission()
    if (answer === 'denied') want(true)
    void reportAbility(readAbility()).catch(() => undefined) // the next start reports it
    if (answer === 'granted') {
      const { publicKey } = await queries.fetchQuery(pushQuery)
      await registerThisDevice(publicKey)
      await queries.invalidateQueries({ queryKey: pushQuery.queryKey })
    }
    return answer
  }
}
