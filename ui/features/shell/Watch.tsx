import { useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useLiveState } from '../../shared/live/LiveProvider'
import { retryFailed } from '../../shared/live/live-query'
import { useUnreadInTitle } from '../../shared/usePageTitle'
import { useCountersOf } from '../desk/list/useCounters'
import { useNotices } from '../desk/notify/useNotices'
import { useConversationWatch } from '../messages/useConversationWatch'
import { useDeletionWatch } from '../messages/useDeletionWatch'

/**
 * What runs on every page: sound and count of new messages, messages that go with their ticket or to another contact or come
 * with a ticket, and retrying failed queries after a reconnect. Renders nothing.
 */
export function Watch() {
  const client = useQueryClient()
  const state = useLiveState()
  useNotices()
  useDeletionWatch()
  useConversationWatch()
  useUnreadInTitle(useCountersOf(false)?.unread ?? 0)
  useEffect(() => {
    if (state !== 'live') return
    void retryFailed(client)
    // What happened between counting and joining was told to nobody here.
    void client.invalidateQueries({ queryKey: ['counters'] })
  }, [state, client])
  return null
}
