import { useState, useSyncExternalStore } from 'react'
import { SimulatorFeed } from './feed'

/** The simulator's state, and how to retry after a failure. */
export function useSimulator() {
  const [feed] = useState(() => new SimulatorFeed())
  const view = useSyncExternalStore(feed.subscribe, feed.get)
  return { ...view, retry: feed.retry }
}
