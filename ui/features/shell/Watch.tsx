import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useEffect } from 'react'
import { useLiveState } from '../../shared/live/LiveProvider'
import { retryFailed } from '../../shared/live/live-query'
import { useUnreadInTitle } from '../../shared/usePageTitle'
import { useNotices } from '../tickets/notify/useNotices'
import { useConversationWatch } from '../tickets/useConversationWatch'
import { useDeletionWatch } from '../tickets/useDeletionWatch'
import { ownCountersQuery } from './unread/api'

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
  useUnreadInTitle(useQuery(ownCountersQuery).data?.unread ?? 0)
  useEffect(() => {
    if (state === 'live') void retryFailed(client)
  }, [state, client])
  return null
}
