/** Batches items that arrive in one turn of the event loop. */
import { getOrMake } from './maps'

/** `done` receives the items of one key in order, at most `atOnce` per turn. It must not throw. */
export function createGathering<K, T>(done: (key: K, some: readonly T[]) => void, atOnce: number) {
  const gathered = new Map<K, T[]>()

  function plan(key: K): T[] {
    setImmediate(() => {
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
