/**
 * Baileys handles stanzas in listeners that nobody awaits, so their errors would end the process. Here they end the
 * session.
 */
import type { EventEmitter } from 'node:events'

type Guard = {
  /** True: the event is withheld from all listeners. */
  isKeptBack(event: string | symbol, word: unknown): boolean
  onError(error: unknown): void
}

/**
 * Returns a function that passes an event to its listeners although it is withheld. It resolves when they are done, and
 * returns undefined if they already are.
 */
export function guardListeners(emitter: EventEmitter, { isKeptBack, onError }: Guard) {
  function pass(event: string | symbol, words: unknown[]): Promise<unknown>[] {
    const underWay: Promise<unknown>[] = []
    for (const listener of emitter.rawListeners(event)) {
      try {
        const result: unknown = listener.apply(emitter, words)
        if (result instanceof Promise) underWay.push(result.catch(onError))
      } catch (error) {
        onError(error)
      }
    }
    return underWay
  }

  emitter.emit = function emit(event: string | symbol, ...words: unknown[]): boolean {
    if (emitter.listenerCount(event) === 0 || isKeptBack(event, words[0])) return false
    pass(event, words)
    return true
  }
  return (event: string, word: unknown): Promise<void> | undefined => {
    const underWay = pass(event, [word])
    return underWay.length === 0 ? undefined : Promise.all(underWay).then(() => {})
  }
}
