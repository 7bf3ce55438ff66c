/** Baileys answers stanzas in listeners nobody awaits: what they throw would end the process. It ends their session instead. */
import type { EventEmitter } from 'node:events'

export function guardListeners(emitter: EventEmitter, onError: (error: unknown) => void): void {
  emitter.emit = function emit(event: string | symbol, ...words: unknown[]): boolean {
    if (emitter.listenerCount(event) === 0) return false
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
