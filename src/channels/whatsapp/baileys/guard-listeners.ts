/**
 * Baileys answers stanzas in listeners that nobody awaits, so their errors would end the process. Here they end the
 * session instead.
 */
import type { EventEmitter } from 'node:events'

type Guard = {
  /** True: the event is not passed to any listener. */
  isKeptBack(event: string | symbol, word: unknown): boolean
  onError(error: unknown): void
}

export function guardListeners(emitter: EventEmitter, { isKeptBack, onError }: Guard): void {
  emitter.emit = function emit(event: string | symbol, ...words: unknown[]): boolean {
    if (emitter.listenerCount(event) === 0 || isKeptBack(event, words[0])) return false
    for (const listener of emitter.rawListeners(event)) {
      try {
        const result: unknown = listener.apply(emitter, words)
        if (result instanceof Promise) result.catch(onError)
      } catch (error) {
        onError(error)
      }
    }
    return true
  }
}
