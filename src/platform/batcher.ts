/** Batches items that arrive at almost the same time. */
import { getOrMake } from './maps'

/**
 * `done` receives the items of one key in order, at most `atOnce` at a time. It must not throw. By default, the items of
 * one turn of the event loop are a batch; `wait` is the number of milliseconds that a batch may grow instead.
 */
export function createBatcher<K, T>(done: (key: K, some: readonly T[]) => void, atOnce: number, wait?: number) {
  const gathered = new Map<K, T[]>()
  const soon = (work: () => void): unknown => (wait === undefined ? setImmediate(work) : setTimeout(work, wait))

  function plan(key: K): T[] {
    soon(() => {
      const all = gathered.get(key) ?? []
      gathered.delete(key)
      const later = all.slice(atOnce)
      if (later.length > 0) gathered.set(key, plan(key).concat(later))
      done(key, all.slice(0, atOnce))
    })
    return []
  }

  return {
    add: (key: K, one: T): void => void getOrMake(gathered, key, () => plan(key)).push(one),
  }
}
