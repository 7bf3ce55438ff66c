/**
 * Messages that are not decrypted yet. A placeholder is shown only if the phone does not repeat the message in time,
 * counted from its first arrival.
 */
import { type Incoming, type MessageAction, mayBeSame } from '../../channel'

export function createPlaceholders(ms: number, show: (message: Incoming) => void) {
  const awaited = new Map<Incoming, ReturnType<typeof setTimeout>>()

  return {
    await(message: Incoming): void {
      if (awaited.keys().some((placeholder) => mayBeSame(placeholder, message))) return
      const timeout = setTimeout(() => {
        awaited.delete(message)
        show(message)
      }, ms)
      awaited.set(message, timeout)
    },
    /** Called when its content has arrived. */
    clear(arrival: Incoming | MessageAction): void {
      for (const [placeholder, timeout] of awaited) {
        if (!mayBeSame(placeholder, arrival)) continue
        clearTimeout(timeout)
        awaited.delete(placeholder)
      }
    },
    close(): void {
      for (const timeout of awaited.values()) clearTimeout(timeout)
      awaited.clear()
    },
  }
}
