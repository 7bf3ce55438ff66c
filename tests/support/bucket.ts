/** A bucket that all nodes of a test share at once. */
import type { Bucket, Entry } from '../../src/fleet/bucket'

export function newBucket<V>(): Bucket<V> {
  const entries = new Map<string, Entry<V>>()
  const watchers = new Set<(key: string, entry: Entry<V> | undefined) => void>()
  let revision = 0
  const store = (key: string, value: V | undefined) => {
    const entry = value === undefined ? undefined : { value, revision: ++revision }
    if (entry) entries.set(key, entry)
    else entries.delete(key)
    for (const watcher of watchers) watcher(key, entry)
    return revision
  }
  return {
    get: async (key) => entries.get(key),
    create: async (key, value) => (entries.has(key) ? undefined : store(key, value)),
    update: async (key, value, at) => (entries.get(key)?.revision === at ? store(key, value) : undefined),
    remove: async (key, at) => entries.get(key)?.revision === at && store(key, undefined) > 0,
    async watch(changed) {
      for (const [key, entry] of entries) changed(key, entry)
      watchers.add(changed)
      return { stop: () => void watchers.delete(changed) }
    },
  }
}
