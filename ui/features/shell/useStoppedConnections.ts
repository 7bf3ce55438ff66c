import { useQuery } from '@tanstack/react-query'
import { useNow } from '../../shared/kit/useNow'
import { connectionsQuery } from '../directory/api'
import { isDown } from '../directory/holds'

/** Connections that have been down for 2 s: a short reconnection is no alarm. */
const SETTLED_AFTER = 2000

export function useStoppedConnections(): number {
  const { data = [] } = useQuery(connectionsQuery)
  const down = data.filter(isDown)
  const settlesAt = down.map(({ updatedAt }) => Date.parse(updatedAt) + SETTLED_AFTER)
  // The fast clock runs only while a connection is about to count.
  const slow = useNow(60_000)
  const now = useNow(settlesAt.some((at) => at > slow) ? 1000 : 60_000)
  return settlesAt.filter((at) => at <= now).length
}
