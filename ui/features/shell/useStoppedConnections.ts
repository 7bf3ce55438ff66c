import { useQuery } from '@tanstack/react-query'
import { useNow } from '../../shared/kit/useNow'
import { connectionsQuery } from '../connections/api'

/** A connection that changes hands for a moment is no alarm: only what has been down for 2 s counts. A restricted one works. */
const SETTLED_AFTER = 2000

export function useStoppedConnections(): number {
  const { data = [] } = useQuery(connectionsQuery)
  const down = data.filter(({ status }) => status !== 'CONNECTED' && status !== 'RESTRICTED')
  const settlesAt = down.map(({ updatedAt }) => Date.parse(updatedAt) + SETTLED_AFTER)
  // The quick clock runs only while somebody is about to count.
  const slow = useNow(60_000)
  const now = useNow(settlesAt.some((at) => at > slow) ? 1000 : 60_000)
  return settlesAt.filter((at) => at <= now).length
}
