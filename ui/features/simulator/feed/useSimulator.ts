import { useState, useSyncExternalStore } from 'react'
import { SimulatorFeed } from './feed'

/** The simulator as it is now, and a way to ask again after it failed. */
export function useSimulator() {
  const [feed] = useState(() => new SimulatorFeed())
  const view = useSyncExternalStore(feed.subscribe, feed.get)
  return { ...view, retry: feed.retry }
}
